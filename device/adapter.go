package device

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strings"

	"wgfft/wgsl"
)

// Kind is the sort of hardware of an adapter.
type Kind uint8

// The kinds of adapter, best first.
const (
	Discrete   Kind = iota // a GPU with its own memory
	Integrated             // a GPU that shares the memory of the CPU
	Virtual                // a GPU provided by a hypervisor
	Other                  // not reported by the driver
	Software               // a driver that computes on the CPU
	Host                   // the process itself, without kernels: see NewHost
)

// kindNames are the names of the kinds.
var kindNames = [...]string{"discrete", "integrated", "virtual", "other", "software", "host"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// bandwidth returns a lower bound of the memory bandwidth of devices of kind k, in bytes per
// second.
func (k Kind) bandwidth() int64 {
	switch k {
	case Discrete:
		return 100e9
	case Software:
		return 2e9
	}
	return 20e9
}

// MarshalJSON writes the kind's name.
func (k Kind) MarshalJSON() ([]byte, error) { return json.Marshal(k.String()) }

// UnmarshalJSON reads a kind's name.
func (k *Kind) UnmarshalJSON(text []byte) error {
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	i := slices.Index(kindNames[:], name)
	if i < 0 {
		return fmt.Errorf("device: unknown kind %q of adapter: want one of %s", name, strings.Join(kindNames[:], ", "))
	}
	*k = Kind(i)
	return nil
}

// An Adapter describes a GPU or a software driver that can be opened.
type Adapter struct {
	Index      int         `json:"index"` // position in the list of Adapters
	Name       string      `json:"name"`
	Vendor     string      `json:"vendor"`  // the vendor's name, or its number in hexadecimal
	Driver     string      `json:"driver"`  // name and version of the driver, if known
	Backend    string      `json:"backend"` // vulkan, metal, d3d12 or webgpu
	Kind       Kind        `json:"kind"`
	VendorID   uint32      `json:"vendor_id"` // PCI device number, or 0 if there is none
	DeviceID   uint32      `json:"device_id"`
	Limits     wgsl.Limits `json:"limits"` // limits of a device opened on the adapter
	Timestamps bool        `json:"timestamps"`
	Features
}

// Features are types and functions that kernels may use on a device opened on the adapter. They are false
// in the default build; see the package documentation.
type Features struct {
	F64       bool `json:"f64"`       // f64
	F16       bool `json:"f16"`       // f16, with enable f16
	Int64     bool `json:"int64"`     // i64 and u64
	Subgroups bool `json:"subgroups"` // the functions of subgroups
}

// String returns a line such as "0: NVIDIA H200 (discrete, vulkan, NVIDIA 580.95.05)".
func (a Adapter) String() string {
	facts := []string{a.Kind.String(), a.Backend}
	if a.Driver != "" {
		facts = append(facts, a.Driver)
	}
	return fmt.Sprintf("%d: %s (%s)", a.Index, a.Name, strings.Join(facts, ", "))
}

// ChoiceKind selects how a Choice names its adapter.
type ChoiceKind uint8

// The ways to choose an adapter.
const (
	Auto        ChoiceKind = iota // the best hardware adapter, never a software one
	AnySoftware                   // the first software adapter
	ByIndex                       // the adapter with that Index
	ByName                        // the best adapter with a name that contains Name; case doesn't matter
)

// A Choice selects the adapter to open. Its zero value selects the best hardware adapter.
type Choice struct {
	Kind  ChoiceKind
	Index int    // for ByIndex
	Name  string // for ByName
}

// vendors are the PCI vendor numbers and names. A vendor's usual number comes first.
var vendors = [...]struct {
	id   uint32
	name string
}{
	{0x10de, "NVIDIA"}, {0x1002, "AMD"}, {0x1022, "AMD"}, {0x8086, "Intel"}, {0x106b, "Apple"}, {0x13b5, "ARM"},
	{0x5143, "Qualcomm"}, {0x4d4f4351, "Qualcomm"}, {0x1414, "Microsoft"}, {0x1ae0, "Google"}, {mesaID, "Mesa"},
}

// mesaID is the vendor number of Mesa's software drivers.
const mesaID = 0x10005

// vendorName returns the name of a PCI vendor number, or the number in hexadecimal.
func vendorName(id uint32) string {
	for _, v := range vendors {
		if v.id == id {
			return v.name
		}
	}
	return fmt.Sprintf("0x%04x", id)
}

// softwareName reports whether name is the name of a software driver. The adapter type is not
// enough, because wgpu-native also reports virtual GPUs as CPUs.
func softwareName(name string, vendorID uint32) bool {
	name = strings.ToLower(name)
	for _, s := range []string{"llvmpipe", "lavapipe", "swiftshader", "softpipe", "basic render", "warp", "software"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return vendorID == mesaID
}

// rank orders the adapters that c allows, best first. If none is left, it returns an error with the
// reason.
func rank(all []Adapter, c Choice) ([]Adapter, error) {
	if len(all) == 0 {
		return nil, ErrNoAdapter
	}
	var fit []Adapter
	for _, a := range all {
		switch c.Kind {
		case Auto:
			if a.Kind == Software {
				continue
			}
		case AnySoftware:
			if a.Kind != Software {
				continue
			}
		case ByIndex:
			if a.Index != c.Index {
				continue
			}
		case ByName:
			if !strings.Contains(strings.ToLower(a.Name), strings.ToLower(c.Name)) {
				continue
			}
		default:
			return nil, invalid("choice of kind %d: use Auto, AnySoftware, ByIndex or ByName", c.Kind)
		}
		fit = append(fit, a)
	}
	sort.SliceStable(fit, func(i, j int) bool {
		if fit[i].Kind != fit[j].Kind {
			return fit[i].Kind < fit[j].Kind
		}
		// Windows lists a GPU once for each backend. Vulkan compiles faster and names its limits
		// better.
		return fit[i].Backend == "vulkan" && fit[j].Backend != "vulkan"
	})
	if len(fit) > 0 {
		return fit, nil
	}
	var text string
	switch c.Kind {
	case Auto:
		text = fmt.Sprintf("device: no hardware adapter found, only the software adapter %q: "+
			"%s, or ask for \"software\"", all[0].Name, hardwareHint(runtime.GOOS))
	case AnySoftware:
		text = "device: no software adapter found: " + softwareHint(runtime.GOOS)
	case ByIndex:
		text = fmt.Sprintf("device: no adapter with index %d: there are %d, counted from 0", c.Index, len(all))
	default:
		var names []string
		for _, a := range all {
			names = append(names, a.Name)
		}
		text = fmt.Sprintf("device: no adapter named like %q: there are %s", c.Name, strings.Join(names, "; "))
	}
	return nil, &kindError{text, ErrNoAdapter}
}

// hardwareHint returns advice on how to get a hardware adapter on a system, which is a GOOS.
func hardwareHint(system string) string {
	if system == "js" {
		return "turn on hardware acceleration in the browser's settings"
	}
	return "install your vendor's Vulkan driver"
}

// softwareHint returns advice on how to get a software adapter on a system, which is a GOOS.
func softwareHint(system string) string {
	if system == "js" {
		return "start the browser with one (chromium --enable-unsafe-swiftshader)"
	}
	return "install one (Debian: mesa-vulkan-drivers)"
}
