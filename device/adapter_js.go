package device

import (
	"cmp"
	"slices"
	"strings"
	"syscall/js"
)

// A listing has the adapters that the browser offers.
type listing struct {
	values []js.Value
	infos  []adapterInfo
}

// list requests one adapter for each set of options, because WebGPU has no list of adapters. Adapters with the same
// description count once.
func list() (*listing, error) {
	gpu := js.Global().Get("navigator")
	if gpu.Type() == js.TypeObject {
		gpu = gpu.Get("gpu")
	}
	if gpu.Type() != js.TypeObject {
		reason := "this browser has no WebGPU for this page: use a current Chrome, Edge, Firefox or Safari"
		if secure := js.Global().Get("isSecureContext"); secure.Type() == js.TypeBoolean && !secure.Bool() {
			reason = "WebGPU needs a secure page: serve the page by https, or from localhost"
		} else if js.Global().Get("window").IsUndefined() && js.Global().Get("self").IsUndefined() {
			reason = "WebAssembly reaches GPUs only from a web page, and this program does not run in one"
		}
		return nil, &kindError{"device: " + reason, ErrNoAdapter}
	}
	l := &listing{}
	for _, options := range []map[string]any{
		{"powerPreference": "high-performance"},
		{"powerPreference": "low-power"},
		{"forceFallbackAdapter": true},
	} {
		promise, err := call(gpu, "requestAdapter", options)
		if err != nil {
			continue
		}
		found := <-settle(promise)
		adapter := found.value
		if found.err != nil || adapter.Type() != js.TypeObject {
			continue
		}
		if info := describeAdapter(adapter); !slices.Contains(l.infos, info) {
			l.values, l.infos = append(l.values, adapter), append(l.infos, info)
		}
	}
	if len(l.infos) == 0 {
		return nil, &kindError{"device: the browser offers no GPU to this page: it may block this GPU's driver, or " +
			"hardware acceleration may be off in its settings (see chrome://gpu or about:support)", ErrNoAdapter}
	}
	return l, nil
}

// call calls a method and returns its exception as an error.
func call(v js.Value, method string, args ...any) (result js.Value, err error) {
	defer func() {
		if thrown, ok := exception(recover()); ok {
			err = thrown
		}
	}()
	return v.Call(method, args...), nil
}

func (l *listing) adapters() []adapterInfo { return l.infos }
func (l *listing) release()                {}

// vendorID returns the PCI vendor number for WebGPU's name of a vendor, or 0 if the vendor is not known.
func vendorID(name string) uint32 {
	for _, v := range vendors {
		if strings.EqualFold(v.name, name) {
			return v.id
		}
	}
	return 0
}

// describeAdapter reads the description of a GPUAdapter.
func describeAdapter(adapter js.Value) adapterInfo {
	found := describeInfo(adapter.Get("info"))
	if flagOf(adapter, "isFallbackAdapter") { // older browsers have this field here instead of in the info
		found = asSoftware(found)
	}
	found.features, found.limits = featuresOf(adapter), limitsOf(adapter)
	return found
}

// describeInfo reads a GPUAdapterInfo, which may be undefined. Most browsers give only the vendor and the architecture.
func describeInfo(info js.Value) adapterInfo {
	found := adapterInfo{name: "unknown GPU", backend: "webgpu", kind: Other}
	if info.Type() != js.TypeObject {
		return found
	}
	text := func(key string) string {
		if v := info.Get(key); v.Type() == js.TypeString {
			return strings.TrimSpace(v.String())
		}
		return ""
	}
	vendor := text("vendor")
	found.vendorID = vendorID(vendor)
	found.name = cmp.Or(text("description"), strings.TrimSpace(vendor+" "+text("architecture")), found.name)
	switch strings.ToLower(vendor) {
	case "nvidia":
		found.kind = Discrete
	case "apple", "arm", "qualcomm":
		found.kind = Integrated
	}
	if flagOf(info, "isFallbackAdapter") {
		found = asSoftware(found)
	}
	return found
}

// asSoftware marks the description of an adapter as a software adapter.
func asSoftware(found adapterInfo) adapterInfo {
	found.kind = Software
	if !softwareName(found.name, found.vendorID) { // describe takes other names for virtual GPUs
		found.name += " (software)"
	}
	return found
}

// flagOf reports whether a property of v is true. The property may be absent.
func flagOf(v js.Value, key string) bool {
	flag := v.Get(key)
	return flag.Type() == js.TypeBoolean && flag.Bool()
}

// usedFeatures are the features of WebGPU that this package requests.
var usedFeatures = [...]string{"timestamp-query", "shader-f16", "subgroups"}

// featuresOf returns the features of a GPUAdapter or GPUDevice.
func featuresOf(v js.Value) features {
	set := v.Get("features")
	has := func(i int) bool { return set.Call("has", usedFeatures[i]).Bool() }
	return features{timestamps: has(0), f16: has(1), subgroups: has(2)}
}

// usedLimits are the limits of WebGPU that this package requests. limitsOf reads them by their places in this list.
var usedLimits = [...]string{
	"maxBufferSize", "maxStorageBufferBindingSize", "maxUniformBufferBindingSize",
	"maxComputeInvocationsPerWorkgroup", "maxComputeWorkgroupStorageSize", "maxComputeWorkgroupsPerDimension",
	"maxComputeWorkgroupSizeX", "maxComputeWorkgroupSizeY", "maxComputeWorkgroupSizeZ",
	"maxStorageBuffersPerShaderStage", "minStorageBufferOffsetAlignment", "minUniformBufferOffsetAlignment",
}

// limitsOf returns the limits of a GPUAdapter or GPUDevice.
func limitsOf(v js.Value) nativeLimits {
	var all [len(usedLimits)]uint64
	limits := v.Get("limits")
	for i, name := range usedLimits {
		if l := limits.Get(name); l.Type() == js.TypeNumber {
			all[i] = uint64(l.Float())
		}
	}
	small := func(i int) uint32 { return uint32(min(all[i], 1<<31)) }
	return nativeLimits{
		bufferBytes: all[0], bindingBytes: all[1], uniformBytes: all[2],
		invocations: small(3), workgroupBytes: small(4), workgroups: small(5),
		size:            [3]uint32{small(6), small(7), small(8)},
		storageBindings: small(9), storageAlign: small(10), uniformAlign: small(11),
	}
}

// open opens adapter i with its limits and features. The result is not open if the browser refused.
func (l *listing) open(i int) native {
	adapter := l.values[i]
	limits, wanted := map[string]any{}, []any{}
	for _, name := range usedLimits {
		if v := adapter.Get("limits").Get(name); v.Type() == js.TypeNumber {
			limits[name] = v
		}
	}
	for _, name := range usedFeatures {
		if adapter.Get("features").Call("has", name).Bool() {
			wanted = append(wanted, name)
		}
	}
	promise, err := call(adapter, "requestDevice", map[string]any{
		"label": "wgfft", "requiredLimits": limits, "requiredFeatures": wanted,
	})
	if err != nil {
		return native{}
	}
	opened := <-settle(promise)
	if opened.err != nil {
		return native{}
	}
	return newNative(opened.value, opened.value.Get("queue"), false)
}

func (n native) limits() nativeLimits { return limitsOf(n.device) }
func (n native) features() features   { return featuresOf(n.device) }
