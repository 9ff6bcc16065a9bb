package device

import (
	"encoding/json"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRank(t *testing.T) {
	soft := Adapter{Index: 0, Name: "llvmpipe (LLVM 15)", Kind: Software, Backend: "vulkan"}
	intel := Adapter{Index: 1, Name: "Intel Iris", Kind: Integrated, Backend: "vulkan"}
	dx := Adapter{Index: 2, Name: "NVIDIA RTX", Kind: Discrete, Backend: "d3d12"}
	vk := Adapter{Index: 3, Name: "NVIDIA RTX", Kind: Discrete, Backend: "vulkan"}
	vm := Adapter{Index: 4, Name: "GRID", Kind: Virtual, Backend: "vulkan"}
	all := []Adapter{soft, intel, dx, vk, vm}
	for _, c := range []struct {
		name string
		all  []Adapter
		c    Choice
		want []Adapter
	}{
		{"auto", all, Choice{}, []Adapter{vk, dx, intel, vm}},
		{"software", all, Choice{Kind: AnySoftware}, []Adapter{soft}},
		{"index", all, Choice{Kind: ByIndex, Index: 4}, []Adapter{vm}},
		{"name", all, Choice{Kind: ByName, Name: "nvidia"}, []Adapter{vk, dx}},
		{"software by name", all, Choice{Kind: ByName, Name: "LLVM"}, []Adapter{soft}},
		{"none", nil, Choice{}, nil},
		{"only software", all[:1], Choice{}, nil},
		{"no software", all[1:], Choice{Kind: AnySoftware}, nil},
		{"bad index", all, Choice{Kind: ByIndex, Index: -1}, nil},
		{"bad name", all, Choice{Kind: ByName, Name: "Voodoo"}, nil},
	} {
		got, err := rank(c.all, c.c)
		require.Equal(t, c.want, got, c.name)
		if c.want == nil {
			require.ErrorIs(t, err, ErrNoAdapter, c.name)
		}
	}
	_, err := rank(all[:1], Choice{})
	require.ErrorContains(t, err, "llvmpipe")
	_, err = rank(all, Choice{Kind: 99})
	require.ErrorContains(t, err, "use Auto")
}

func TestPick(t *testing.T) {
	gpu, soft := Adapter{Index: 1, Name: "card"}, Adapter{Name: "llvmpipe", Kind: Software}
	got, err := Pick([]Adapter{soft, gpu}, Choice{})
	require.NoError(t, err)
	require.Equal(t, gpu, got)
	_, err = Pick([]Adapter{soft}, Choice{})
	require.ErrorIs(t, err, ErrNoAdapter)
}

func TestAdapterText(t *testing.T) {
	a := Adapter{Index: 1, Name: "GPU", Kind: Discrete, Backend: "vulkan", Driver: "D 1"}
	require.Equal(t, "1: GPU (discrete, vulkan, D 1)", a.String())
	data, err := json.Marshal(a)
	require.NoError(t, err)
	require.Contains(t, string(data), `"kind":"discrete"`)
	for k := Discrete; k <= Software; k++ {
		a.Kind = k
		data, err = json.Marshal(a)
		require.NoError(t, err)
		var read Adapter
		require.NoError(t, json.Unmarshal(data, &read))
		require.Equal(t, a, read)
	}
	require.ErrorContains(t, json.Unmarshal([]byte(`{"kind":"abacus"}`), &a), "unknown kind")
}

func TestSoftwareName(t *testing.T) {
	for name, want := range map[string]bool{
		"llvmpipe (LLVM 15.0.6, 256 bits)": true, "SwiftShader Device (Subzero)": true,
		"Microsoft Basic Render Driver": true, "NVIDIA H200": false, "Virtio-GPU Venus": false,
	} {
		require.Equal(t, want, softwareName(name, 0), name)
	}
}

func TestAdapters(t *testing.T) {
	d := open(t)
	all, err := Adapters()
	require.NoError(t, err)
	var found bool
	for i, a := range all {
		require.Equal(t, i, a.Index)
		require.NotEmpty(t, a.Name)
		require.GreaterOrEqual(t, a.Limits.Invocations, 128)
		found = found || a == d.Adapter()
	}
	require.True(t, found, "the device's adapter %v with the limits foretold is not among %v", d.Adapter(), all)
}

// TestNoAdapter runs itself in a process that finds no Vulkan driver.
func TestNoAdapter(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("needs a child process, which WebAssembly can't start: run this test on Linux")
	}
	if os.Getenv("DEVICE_TEST_CHILD") == "1" {
		_, err := Adapters()
		require.ErrorIs(t, err, ErrNoAdapter)
		require.ErrorContains(t, err, "libvulkan1")
		for _, c := range []Choice{{}, {Kind: AnySoftware}, {Kind: ByIndex}, {Kind: ByName, Name: "x"}} {
			_, err := Open(c)
			require.ErrorIs(t, err, ErrNoAdapter)
		}
		return
	}
	open(t) // skips in a build without a backend; its error has another text
	cmd := exec.Command(os.Args[0], "-test.run=^TestNoAdapter$")
	cmd.Env = append(os.Environ(), "DEVICE_TEST_CHILD=1", "VK_ICD_FILENAMES=/nonexistent",
		"VK_DRIVER_FILES=/nonexistent")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "PASS")
}
