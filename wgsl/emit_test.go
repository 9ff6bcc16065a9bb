package wgsl

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func row(chain string, points, transforms int, more ...func(*FFT)) FFT {
	c, err := ParseChain(chain)
	if err != nil {
		panic(err)
	}
	k := FFT{Chain: c, Points: points, Transforms: transforms}
	k.Load.Map, k.Store.Map = Contiguous(k.N()), Contiguous(k.N())
	for _, f := range more {
		f(&k)
	}
	return k
}

func TestScratch(t *testing.T) {
	x := func(comp bool, rounds uint8) func(*FFT) {
		return func(k *FFT) { k.Exchange = Exchange{comp, rounds} }
	}
	lay := func(l LayoutKind, s uint8) func(*FFT) { return func(k *FFT) { k.Layout = Layout{l, s} } }
	staged := func(k *FFT) { k.Load.Path = Staged; k.Store.Path = Staged }
	guard := func(k *FFT) { k.Guard = true }
	inplace := func(k *FFT) { k.InPlace = true }
	for i, k := range []FFT{
		row("1", 1, 64, guard),
		row("4.4", 4, 16), row("16.16", 16, 8, x(true, 1), lay(Xor, 5)),
		row("16.16.16", 16, 1, x(true, 2), lay(Xor, 5)),
		row("16.16.16", 16, 1, x(true, 2), lay(Xor, 5), guard, inplace),
		row("10.10.10", 10, 2, x(true, 1), lay(Padded, 5)),
		row("3.16.16", 16, 2, x(true, 3), lay(Padded, 5)),
		row("31", 31, 64, staged, x(true, 1)),
		row("7.7", 7, 32, staged, guard, x(false, 1)),
		row("16.32.32", 32, 1, x(true, 4), lay(Xor, 5)),
		row("27", 27, 32), row("11.13", 13, 8), row("12.15", 15, 4),
	} {
		m := k.Module()
		f := filepath.Join(t.TempDir(), fmt.Sprintf("k%d.wgsl", i))
		require.NoError(t, os.WriteFile(f, []byte(m.Text), 0o644))
		out, err := exec.Command("naga", f).CombinedOutput()
		if err != nil {
			t.Log(m.Text)
		}
		require.NoError(t, err, string(out))
		out, err = exec.Command("tint", "--format", "wgsl", f).CombinedOutput()
		if err != nil {
			t.Log(m.Text)
		}
		require.NoError(t, err, string(out))
		if i == 3 || i == 8 {
			fmt.Println(m.Text)
		}
	}
}
