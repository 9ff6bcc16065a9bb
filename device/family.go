package device

import (
	"regexp"
	"strings"

	"wgfft/wgsl"
)

// Names of devices that decide between families of one vendor.
var (
	dataCenterName = regexp.MustCompile(`\b(A30|[AHPV]100|[AH]800|H20|G?H200|B[123]00|GB[23]00)\b`)
	cdnaName       = regexp.MustCompile(`(?i)instinct|\bmi\d|vega|radeon vii|\brx [45]\d0\b|gfx9`)
	arcName        = regexp.MustCompile(`(?i)\barc\b|data center gpu|\bmax\b|\bflex\b`)
)

// familyOf returns the family of an adapter, by its vendor, name, kind and backend.
func familyOf(a Adapter) wgsl.Family {
	isFrom := func(vendor string) bool { // Metal reports no vendor numbers
		isNamed := strings.HasPrefix(strings.ToLower(a.Name), strings.ToLower(vendor))
		return strings.EqualFold(a.Vendor, vendor) || isNamed
	}
	name := wgsl.Unknown
	switch {
	case a.Kind == Software:
		name = wgsl.Software
	case isFrom("NVIDIA") && dataCenterName.MatchString(a.Name):
		name = wgsl.Reference
	case isFrom("NVIDIA"):
		name = "nvidia"
	case isFrom("AMD") && cdnaName.MatchString(a.Name):
		name = "amd-cdna"
	case isFrom("AMD"):
		name = "amd-rdna"
	case isFrom("Intel") && a.Kind == Discrete && arcName.MatchString(a.Name):
		name = "intel-arc"
	case isFrom("Intel"):
		name = "intel"
	case isFrom("Apple"):
		name = "apple"
	case isFrom("ARM"), isFrom("Mali"):
		name = "mali"
	case isFrom("Qualcomm"), isFrom("Adreno"):
		name = "adreno"
	}
	f := wgsl.NamedFamily(name)
	if a.Kind == Integrated { // fewer multiprocessors, and the memory of the CPU
		f.Multiprocessors, f.Bandwidth = min(f.Multiprocessors, 8), min(f.Bandwidth, 60e9)
	}
	// naga lets one invocation zero workgroup memory for these backends.
	f.ZeroesSlowly = a.Kind != Software && (a.Backend == "metal" || a.Backend == "d3d12")
	return f
}
