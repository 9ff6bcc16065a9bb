package wgsl

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mutate sets one field of a value, at random.
func mutate(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		mutate(r, v.Field(r.IntN(v.NumField())))
	case reflect.Array:
		if v.Type() != reflect.TypeFor[Radices]() {
			mutate(r, v.Index(r.IntN(v.Len())))
		}
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt([]int64{0, 2, 3, 64, -5}[r.IntN(5)])
	case reflect.Uint8:
		v.SetUint([]uint64{0, 1, 2, 13}[r.IntN(4)])
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[Op]() {
			v.Set(reflect.ValueOf(Swap{}))
		}
	}
}

// ParseKernel returns a canonical kernel from its name, and all fields are in the name.
func TestNames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	canonical := 0
	for _, k := range trials() {
		for range 200 {
			last := k
			mutate(r, reflect.ValueOf(&k).Elem())
			if k.N() < 1 || k.checkCanonical() != nil {
				k = last
				continue
			}
			canonical++
			got, err := ParseKernel(k.Name())
			require.NoError(t, err)
			require.Equal(t, k, got, k.Name())
			require.Equal(t, k == last, k.Name() == last.Name(), k.Name())
		}
	}
	require.Greater(t, canonical, 2000)
}

// Names of kernels are short if most fields have their usual values.
func TestNameIsShort(t *testing.T) {
	k := plain(16, 1, 16, 16, 16).with(func(k *Kernel) {
		k.Exchange = Exchange{Split: true, Slices: 2, Layout: Layout{Swizzle: 5}}
		k.Load.View, k.Load.Ops[0] = Columns(64, 4096), Swap{}
	})
	require.Equal(t, "fft4096_16.16.16_p16_t1_split2_xor5_inpoints64_inbatch64x1.262144_in(swap)", k.Name())
	require.Equal(t, "fft4096_16.16.16", k.ShortName())
	k.Stages.Rader = Rader{Prime: 127, Radices: Radices{14, 9}}
	require.True(t, strings.HasPrefix(k.Name(), k.ShortName()+"_p16"), k.ShortName())
}

// Words that are no name of a kernel are errors.
func TestParseKernelRefuses(t *testing.T) {
	for _, name := range []string{
		"", "fft", "fft16", "fft17_4.4_p4_t16_split", "fft16_4.4_p4_t16_split_odd", "fft16_4.4_t16_p4_split",
		"fft16_4.4_p04_t16_split", "fft16_4.4_p4_t16_split_tail_tail", "fft16_4.x_p4_t16_split",
		"fft16_4.4_p4_t16_split999", "fft16_4.4_p4_t16_pad", "fft16_4.4_p4_t16_inpoints1x",
		"fft16_4.4_p4_t16_in(swap", "fft16_4.4_p4_t16_in(swop)",
		"fft16_4.4_p4_t16_linear", "fft16_2x2x2x2_p4_t16", "fft16_4.4_p4_t16_in(swap)()",
	} {
		_, err := ParseKernel(name)
		require.ErrorContains(t, err, "looks like", name)
	}
}

func FuzzParseKernel(f *testing.F) {
	f.Add("fft4096_16.16.16_p16_t1_split2_xor5")
	f.Add("fft93_31.3_p31_t1_split3_xor5_inpoints2_inbatch300_outstaged_out(swap)_inplace_tail_fold")
	f.Fuzz(func(t *testing.T, name string) {
		k, err := ParseKernel(name)
		if err == nil {
			require.Equal(t, name, k.Name())
		}
	})
}
