package device

import (
	"strings"
	"syscall/js"
)

// A listing is the adapters that the browser offers.
type listing struct {
	values []js.Value
	infos  []adapterInfo
}

// list requests the adapters. WebGPU can't enumerate them: it gives one for each set of options, mostly the same.
func list() (*listing, error) {
	gpu := js.Global().Get("navigator")
	if gpu.Type() == js.TypeObject {
		gpu = gpu.Get("gpu")
	}
	if gpu.Type() != js.TypeObject {
		reason := "this browser has no WebGPU, or not in this page: take a current Chrome, Edge, Firefox or Safari"
		if secure := js.Global().Get("isSecureContext"); secure.Type() == js.TypeBoolean && !secure.Bool() {
			reason = "WebGPU needs a secure page: serve it by https, or from localhost"
		} else if js.Global().Get("window").IsUndefined() && js.Global().Get("self").IsUndefined() {
			reason = "this is no web page, and WebAssembly reaches GPUs through a page alone"
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
		info := describeAdapter(adapter)
		if !l.has(info) {
			l.values, l.infos = append(l.values, adapter), append(l.infos, info)
		}
	}
	if len(l.infos) == 0 {
		return nil, &kindError{"device: the browser offers no GPU to this page: it may block this GPU's driver, or " +
			"have hardware acceleration turned off in its settings (chrome://gpu, about:support)", ErrNoAdapter}
	}
	return l, nil
}

// call calls a method and returns its exception as an error.
func call(v js.Value, method string, args ...any) (result js.Value, err error) {
	defer func() {
		switch found := recover().(type) {
		case nil:
		case js.Error:
			err = found
		default:
			panic(found)
		}
	}()
	return v.Call(method, args...), nil
}

// has reports whether the listing has an adapter of the same description.
func (l *listing) has(info adapterInfo) bool {
	for _, other := range l.infos {
		if other == info {
			return true
		}
	}
	return false
}

func (l *listing) adapters() []adapterInfo { return l.infos }
func (l *listing) release()                {}

// nativeVendors are the PCI numbers of the vendors by WebGPU's names.
var nativeVendors = map[string]uint32{
	"nvidia": 0x10de, "amd": 0x1002, "intel": 0x8086, "apple": 0x106b, "arm": 0x13b5, "qualcomm": 0x5143,
	"microsoft": 0x1414, "google": 0x1ae0, "mesa": 0x10005,
}

// describeAdapter reads the description of a GPUAdapter. Browsers tell little: vendor and architecture, and
// rarely more.
func describeAdapter(adapter js.Value) adapterInfo {
	info := adapter.Get("info")
	found := describeInfo(info)
	if flagOf(adapter, "isFallbackAdapter") { // of older browsers
		found = asSoftware(found)
	}
	found.features, found.limits = featuresOf(adapter), limitsOf(adapter)
	return found
}

// describeInfo reads a GPUAdapterInfo, which may be undefined.
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
	found.vendorID = nativeVendors[strings.ToLower(vendor)]
	for _, name := range []string{text("description"), strings.TrimSpace(vendor + " " + text("architecture"))} {
		if name != "" {
			found.name = name
			break
		}
	}
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

// asSoftware returns the description of a fallback adapter, which is a software adapter whatever its name is.
func asSoftware(found adapterInfo) adapterInfo {
	found.kind = Software
	if !softwareName(found.name, found.vendorID) { // otherwise describe takes it for a virtual GPU
		found.name += " (software)"
	}
	return found
}

func flagOf(v js.Value, key string) bool {
	flag := v.Get(key)
	return flag.Type() == js.TypeBoolean && flag.Bool()
}

// usedFeatures are the features of WebGPU that this package asks for.
var usedFeatures = [...]string{"timestamp-query", "shader-f16", "subgroups"}

// featuresOf returns the features of a GPUAdapter or GPUDevice.
func featuresOf(v js.Value) features {
	has := func(i int) bool { return v.Get("features").Call("has", usedFeatures[i]).Bool() }
	return features{timestamps: has(0), f16: has(1), subgroups: has(2)}
}

// usedLimits are the limits of WebGPU that this package asks for, in the order of limitFields.
var usedLimits = [...]string{
	"maxBufferSize", "maxStorageBufferBindingSize", "maxUniformBufferBindingSize",
	"maxComputeInvocationsPerWorkgroup", "maxComputeWorkgroupStorageSize", "maxComputeWorkgroupsPerDimension",
	"maxComputeWorkgroupSizeX", "maxComputeWorkgroupSizeY", "maxComputeWorkgroupSizeZ",
	"maxStorageBuffersPerShaderStage", "minStorageBufferOffsetAlignment", "minUniformBufferOffsetAlignment",
}

// limitsOf returns the limits of a GPUAdapter or GPUDevice.
func limitsOf(v js.Value) nativeLimits {
	var all [len(usedLimits)]uint64
	for i, name := range usedLimits {
		if l := v.Get("limits").Get(name); l.Type() == js.TypeNumber {
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
