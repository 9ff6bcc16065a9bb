package wisdom

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Wisdom that comes with the module is whole, lies under the name of its device, and is about this generation of
// kernels. The kernels it chooses are admitted.
func TestShippedWisdom(t *testing.T) {
	files, err := shipped.ReadDir("shipped")
	require.NoError(t, err)
	found := 0
	for _, f := range files {
		if filepath.Ext(f.Name()) != ".wisdom" {
			continue
		}
		text, err := shipped.ReadFile("shipped/" + f.Name())
		require.NoError(t, err)
		w, err := Parse(text)
		require.NoError(t, err, f.Name())
		require.Equal(t, Name(w.Device), f.Name())
		require.Equal(t, KernelVersion, w.Device.KernelVersion, "tune again, or take the file away")
		require.NotEmpty(t, w.Entries)
		name, problems := "h200", []plan.Problem{{Shape: []int{1000}, Batch: 67108}, {Shape: []int{1 << 20}},
			{Shape: []int{65537}}, {Shape: []int{1024, 1024}, Batch: 64},
			{Kind: plan.R2C, Shape: []int{1024}, Batch: 65536}, {Kind: plan.DCT2, Shape: []int{512, 512}, Batch: 256}}
		if strings.HasPrefix(w.Device.Name, "llvmpipe") {
			name, problems = "lavapipe", []plan.Problem{
				{Shape: []int{1024}, Batch: 1024}, {Shape: []int{4096}, Batch: 256},
				{Shape: []int{1000}, Batch: 1024}, {Shape: []int{512, 512}, Batch: 4},
			}
		}
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		require.Equal(t, l.Invocations, w.Device.Invocations)
		require.Equal(t, l.WorkgroupBytes, w.Device.WorkgroupBytes)
		for _, p := range problems {
			_, ok := w.Choice(p, l)
			require.True(t, ok, "%v", p)
		}
		if name == "h200" {
			choicesOfTheTable(t, w, l)
		}
		found++
	}
	require.Equal(t, 3, found)
	all, err := AllShipped()
	require.NoError(t, err)
	require.Len(t, all, found)
	for _, w := range all {
		one, err := Shipped(w.Device)
		require.NoError(t, err)
		require.Equal(t, w, one)
	}
	_, err = Shipped(Device{Name: "none"})
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// choicesOfTheTable checks the entries of wisdom for the transforms in the table of performance: Choice
// returns their kernels and refuses none.
func choicesOfTheTable(t *testing.T, w Wisdom, l wgsl.Limits) {
	table, err := os.ReadFile("../../bench/h200.csv")
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	known := 0
	for _, row := range rows {
		spec, _, _ := strings.Cut(row, ",")
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		learnt, ok := w.Entry(p, l)
		if !ok {
			continue // the first plan is the best known
		}
		known++
		axes, ok := w.Choice(p, l)
		require.True(t, ok, "%s: the kernels of %s are refused", spec, w.Device.Name)
		require.Equal(t, learnt.Kernels, plan.Names(plan.Join(axes)), spec)
	}
	require.Greater(t, known, len(rows)*2/3)
}
