package plan

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Every field of a problem changes its key, also the fields of layouts.
func TestKeys(t *testing.T) {
	problem := func() Problem {
		return Problem{Kind: DCT2, Shape: []int{300, 20}, Axes: []int{0, 1}, Kinds: []Kind{DCT2, DST4}, Batch: 3,
			In:  Layout{Strides: []int{20, 1}, Dist: 6000, Have: []int{200, 20}},
			Out: Layout{Strides: []int{1, 300}, Offset: 7}}
	}
	base := problem()
	require.Equal(t, ProblemKey(base), ProblemKey(base.Clone()))
	seen := map[string]string{ProblemKey(base): "none"}
	differs := func(p Problem, what string) {
		t.Helper()
		as, known := seen[ProblemKey(p)]
		require.False(t, known, "%s: the key of %s", what, as)
		seen[ProblemKey(p)] = what
	}

	// change sets v, a field of p, to every other value that makes a difference.
	var change func(p *Problem, v reflect.Value, what string)
	change = func(p *Problem, v reflect.Value, what string) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				name := what + "." + v.Type().Field(i).Name
				if name == ".Elements.reals" { // unexported
					p.reals = true
					differs(*p, name)
					p.reals = false
					continue
				}
				change(p, v.Field(i), name)
			}
		case reflect.Slice:
			kept := reflect.ValueOf(v.Interface())
			for n := range v.Len() {
				change(p, v.Index(n), what)
				v.SetLen(n)
				differs(*p, what+" shorter")
				v.Set(kept)
			}
			v.SetZero()
			if kept.Len() > 0 {
				differs(*p, what+" nil")
			}
			v.Set(kept)
		case reflect.Bool:
			v.SetBool(!v.Bool())
			differs(*p, what)
			v.SetBool(!v.Bool())
		case reflect.Int, reflect.Int64:
			for _, by := range []int64{1, -1000, math.MaxInt / 4} {
				v.SetInt(v.Int() + by)
				differs(*p, what)
				v.SetInt(v.Int() - by)
			}
		case reflect.Uint8:
			v.SetUint(v.Uint() + 1)
			differs(*p, what)
			v.SetUint(v.Uint() - 1)
		case reflect.Interface: // an element type or a number format
			require.True(t, v.IsNil())
			others := []any{wgsl.Uint8, wgsl.Int16}
			if v.Type() == reflect.TypeFor[wgsl.Number]() {
				others = []any{wgsl.F64{}, wgsl.DoubleSingle{}}
			}
			for _, e := range others {
				v.Set(reflect.ValueOf(e))
				differs(*p, what)
			}
			v.SetZero()
		default:
			t.Fatalf("%s: a %v, which this test can't change", what, v.Kind())
		}
	}
	p := problem()
	change(&p, reflect.ValueOf(&p).Elem(), "")
	require.Equal(t, base, p, "all was put back")
	require.Greater(t, len(seen), 60)

	moved := problem() // numbers that move from one list to the next
	moved.Shape, moved.Axes = []int{300}, []int{20, 0, 1}
	differs(moved, "lists")
}

// TestMirroredKey tells the number formats of problems with mirror rows apart.
func TestMirroredKey(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := Problem{Kind: R2C, Shape: []int{64, 128}}
	require.True(t, p.HasMirrorRows(l))
	require.Equal(t, "mirrored 64 r2c 128 1", TuningKey(p, l))
	p.Number = wgsl.DoubleSingles()[0]
	require.True(t, p.HasMirrorRows(l))
	require.Equal(t, p.Number.Tag()+" mirrored 64 r2c 128 1", TuningKey(p, l))
}

// Problems and convolutions with Quick have kernels of their own.
func TestQuickHasItsOwnKernels(t *testing.T) {
	l := wgsl.DefaultLimits()
	p, c := Problem{Shape: []int{64}}, Convolution{Shape: []int{64}, Kernel: []int{5}}
	usual, convolution := TuningKey(p, l), ConvolutionTuningKey(c, l)
	p.Quick, c.Quick = true, true
	require.NotEqual(t, usual, TuningKey(p, l))
	require.NotEqual(t, convolution, ConvolutionTuningKey(c, l))
}
