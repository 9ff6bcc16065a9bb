package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

func TestFamilyOf(t *testing.T) {
	for _, c := range []struct {
		adapter Adapter
		family  string
	}{
		{Adapter{Vendor: "NVIDIA", Name: "NVIDIA H200"}, wgsl.Reference},
		{Adapter{Vendor: "NVIDIA", Name: "NVIDIA A100-SXM4-80GB"}, wgsl.Reference},
		{Adapter{Vendor: "NVIDIA", Name: "Tesla V100-PCIE-16GB"}, wgsl.Reference},
		{Adapter{Vendor: "NVIDIA", Name: "NVIDIA RTX A1000"}, "nvidia"},
		{Adapter{Vendor: "NVIDIA", Name: "NVIDIA GeForce RTX 4090"}, "nvidia"},
		{Adapter{Vendor: "AMD", Name: "AMD Radeon RX 7900 XTX (RADV NAVI31)"}, "amd-rdna"},
		{Adapter{Vendor: "AMD", Name: "AMD Radeon RX 580 Series (RADV POLARIS10)"}, "amd-cdna"},
		{Adapter{Vendor: "AMD", Name: "AMD Instinct MI300X"}, "amd-cdna"},
		{Adapter{Vendor: "AMD", Name: "Mi25"}, "amd-cdna"},
		{Adapter{Vendor: "AMD", Name: "AMD Radeon RX 480 Graphics"}, "amd-cdna"},
		{Adapter{Vendor: "AMD", Name: "AMD Radeon Pro 560"}, "amd-rdna"},
		{Adapter{Vendor: "AMD", Name: "AMD Radeon RX 5500"}, "amd-rdna"},
		{Adapter{Vendor: "AMD", Name: "Minima 5"}, "amd-rdna"},
		{Adapter{Vendor: "0x0000", Name: "AMD Radeon Pro 5500M", Backend: "metal"}, "amd-rdna"},
		{Adapter{Vendor: "Intel", Name: "Intel(R) UHD Graphics 630", Kind: Integrated}, "intel"},
		{Adapter{Vendor: "Intel", Name: "Intel(R) Arc(TM) Graphics", Kind: Integrated}, "intel"},
		{Adapter{Vendor: "Intel", Name: "Intel(R) Arc(TM) A770 Graphics"}, "intel-arc"},
		{Adapter{Vendor: "0x0000", Name: "Apple M2 Max", Backend: "metal"}, "apple"},
		{Adapter{Vendor: "ARM", Name: "Mali-G78", Kind: Integrated}, "mali"},
		{Adapter{Vendor: "Qualcomm", Name: "Adreno (TM) 740", Kind: Integrated}, "adreno"},
		{Adapter{Vendor: "Mesa", Name: "llvmpipe (LLVM 15.0.7, 256 bits)", Kind: Software}, wgsl.Software},
		{Adapter{Vendor: "0x1010", Name: "PowerVR B-Series BXM-8-256"}, wgsl.Unknown},
		{Adapter{}, wgsl.Unknown},
	} {
		f := familyOf(c.adapter)
		require.Equal(t, c.family, f.Name, c.adapter.Name)
		require.Equal(t, c.adapter.Backend == "metal", f.ZeroesSlowly, c.adapter.Name)
	}
}

// The backend decides how workgroup memory is zeroed, and the kind how fast memory is.
func TestFamilyOfBackendAndKind(t *testing.T) {
	a := Adapter{Vendor: "AMD", Name: "AMD Radeon 780M", Kind: Integrated, Backend: "vulkan"}
	vulkan := familyOf(a)
	require.False(t, vulkan.ZeroesSlowly)
	a.Backend = "d3d12"
	direct := familyOf(a)
	require.True(t, direct.ZeroesSlowly)
	direct.ZeroesSlowly = false
	require.Equal(t, vulkan, direct)
	a.Kind = Discrete
	require.Greater(t, familyOf(a).Bandwidth, vulkan.Bandwidth)
	require.Greater(t, familyOf(a).Multiprocessors, vulkan.Multiprocessors)
}
