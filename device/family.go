package device

import (
	"path"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// dataCenterNames are the models of NVIDIA's data-centre GPUs.
var dataCenterNames = []string{
	"A30", "A100", "H100", "P100", "V100", "A800", "H800", "H20", "H200", "GH200",
	"B100", "B200", "B300", "GB200", "GB300",
}

// wordsOf splits the name of an adapter into words of letters, digits and underscores.
func wordsOf(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return r != '_' && !('0' <= r && r <= '9') && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z')
	})
}

// hasAny reports whether words contains one of others.
func hasAny(words []string, others ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) })
}

// isDataCenterName reports whether an NVIDIA adapter name belongs to a data-centre GPU.
func isDataCenterName(name string) bool { return hasAny(wordsOf(name), dataCenterNames...) }

// isCDNAName reports whether an AMD adapter name belongs to a GPU with the architecture GCN or CDNA.
func isCDNAName(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"instinct", "vega", "radeon vii", "gfx9"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	previous := ""
	for _, word := range wordsOf(name) {
		isInstinct, _ := path.Match("mi[0-9]*", word)
		isPolaris, _ := path.Match("[45][0-9]0", word)
		if isInstinct || isPolaris && previous == "rx" {
			return true
		}
		previous = word
	}
	return false
}

// isArcName reports whether an Intel adapter name belongs to a GPU that may have its own memory.
func isArcName(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "data center gpu") || hasAny(wordsOf(name), "arc", "max", "flex")
}

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
	case isFrom("NVIDIA") && isDataCenterName(a.Name):
		name = wgsl.Reference
	case isFrom("NVIDIA"):
		name = "nvidia"
	case isFrom("AMD") && isCDNAName(a.Name):
		name = "amd-cdna"
	case isFrom("AMD"):
		name = "amd-rdna"
	case isFrom("Intel") && a.Kind == Discrete && isArcName(a.Name):
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
