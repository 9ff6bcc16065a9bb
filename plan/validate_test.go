package plan_test

import (
	"math/rand"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// smallWorkgroups returns limits for which short lengths take several passes.
func smallWorkgroups() wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 32, 4<<10
	return l
}

// tinyWorkgroups returns limits for which 256 points take two passes, 4096 points take three, and a
// convolution of 4096 points takes five.
func tinyWorkgroups() wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.Invocations, l.WorkgroupBytes = 4, 512
	return l
}

// A side holds the place and the direction of a transform.
type side struct{ inPlace, inverse bool }

// sides returns the sides of case i of a test. A usual run has one of the four, a long run has all.
func sides(t *testing.T, i int) []side {
	t.Helper()
	var of []side
	for j := range 4 {
		if testcase.ShardOf(t, 4*i+j, 4) {
			of = append(of, side{inPlace: j%2 > 0, inverse: j/2 > 0})
		}
	}
	return of
}

// seeded returns the random numbers of case i of a test. They do not depend on the cases of a shard.
func seeded(i int) *rand.Rand { return rand.New(rand.NewSource(int64(i))) }

// chosenProblems returns problems with every form of plan. There are one pass, several passes in
// both orders, one radix a pass, Rader stages, and convolutions of one and of several passes. There
// are also axes fused and apart, columns, and real kinds with and without a separate pass.
func chosenProblems() []plan.Problem {
	return []plan.Problem{
		{Shape: []int{1}}, {Shape: []int{256}, Batch: 9}, {Shape: []int{1000}, Batch: 3}, {Shape: []int{4096}},
		{Shape: []int{37 * 8}, Batch: 2},
		{Shape: []int{1009}}, {Shape: []int{509}}, {Shape: []int{24, 24}, Batch: 4}, {Shape: []int{64, 48}},
		{Shape: []int{8, 6, 4}},
		{Shape: []int{5, 1024}, Axes: []int{1}}, {Shape: []int{1024, 5}, Axes: []int{0}},
		{Shape: []int{1009, 2}, Axes: []int{0}},
		{Kind: plan.R2C, Shape: []int{64}, Batch: 5}, {Kind: plan.R2C, Shape: []int{4096}},
		{Kind: plan.C2R, Shape: []int{2048}, Batch: 2}, {Kind: plan.DCT2, Shape: []int{32, 48}},
		{Kind: plan.DST4, Shape: []int{81}}, {Kind: plan.R2C, Shape: []int{12, 20}},
	}
}

func TestChoicesAreValid(t *testing.T) {
	for name, l := range map[string]wgsl.Limits{"default": wgsl.DefaultLimits(), "small": smallWorkgroups()} {
		for _, p := range chosenProblems() {
			axes, err := choose.Kernels(p, l)
			require.NoError(t, err, "%s %v", name, p)
			kernels := plan.Join(axes)
			want, err := choose.From(p, l, kernels...)
			require.NoError(t, err)
			// as a file stores them
			for i, k := range kernels {
				if kernels[i], err = plan.ParseKernel(k.Name()); err != nil {
					t.Fatal(err)
				}
			}
			got, err := choose.Validate(p, l, kernels...)
			require.NoError(t, err, "%s %v", name, p)
			require.Equal(t, want, got)
			p.Inverse, p.Norm = true, plan.Ortho
			if p.Kind == plan.C2C {
				_, err = choose.Validate(p, l, kernels...)
				require.NoError(t, err, "%s %v inverse", name, p)
			}
		}
		for _, a := range []plan.Algorithm{plan.FourStep, plan.Transposed, plan.Global, plan.Bluestein} {
			p := plan.Problem{Shape: []int{4096}}
			made, err := choose.MakeBy(p, l, a)
			require.NoError(t, err)
			axes, err := choose.KernelsBy(p, l, a)
			require.NoError(t, err)
			chosen := plan.Join(axes)
			got, err := choose.Validate(p, l, chosen...)
			require.NoError(t, err, "%s %v", name, a)
			require.Equal(t, made, got)
		}
	}
}

// A pass of a transform along one axis must have a kernel of one axis.
func TestPassesOfSeveralAxesAreRefused(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{4096}}
	made, err := choose.MakeBy(p, l, plan.Transposed)
	require.NoError(t, err)
	for i, k := range made.Passes {
		plane := wgsl.Kernel{Threads: wgsl.Ownership{Elements: k.Threads.Elements, Transforms: k.Threads.Transforms},
			Exchange: k.Exchange,
			Load:     k.Load,
			Store:    k.Store}
		plane.Stages.Radices, _ = wgsl.MakeRadices(k.N() / 4)
		plane.Stages.Outer[0], _ = wgsl.MakeRadices(4)
		changed := append([]wgsl.Kernel{}, made.Passes...)
		changed[i] = plane
		_, err = choose.Validate(p, l, changed...)
		require.Error(t, err)
	}
}

// Invalid kernels are refused, or they still compute the transform.
func TestValidKernelsAreRight(t *testing.T) {
	l := smallWorkgroups()
	valid, refused := 0, 0 // of all cases; some of the valid ones are played
	for n, p := range chosenProblems() {
		r := seeded(n)
		if p.Points() > 2000 {
			continue
		}
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		kernels := plan.Join(axes)
		whole := mustMake(t, p, l)
		src := plan.RandomPoints(r, int(whole.Source().Bytes+7)/8)
		want := plan.Interpret(t, whole, src)
		if bytes := whole.Target().Bytes; bytes%8 != 0 { // half a point
			want[bytes/8] = complex(real(want[bytes/8]), 0)
		}
		for range 35 {
			changed := append([]wgsl.Kernel{}, kernels...)
			k := &changed[r.Intn(len(changed))]
			what := change(r, reflect.ValueOf(k).Elem(), "")
			planned, err := choose.Validate(p, l, changed...)
			if err != nil {
				refused++
				continue
			}
			if valid++; !testcase.ShardOf(t, valid, 18) {
				continue
			}
			got := plan.Interpret(t, planned, src)
			if bytes := planned.Target().Bytes; bytes%8 != 0 {
				got[bytes/8] = complex(real(got[bytes/8]), 0)
			}
			d := plan.Distance(got, want)
			require.LessOrEqual(t, d, 1e-12, "%v with another %s: %s", p, what, k.Name())
		}
	}
	require.Greater(t, valid, 50)
	require.Greater(t, refused, 150)
}

func mustMake(t *testing.T, p plan.Problem, l wgsl.Limits) plan.Plan {
	t.Helper()
	made, err := choose.Make(p, l)
	require.NoError(t, err)
	return made
}

// change sets some field to another value and returns its name.
func change(r *rand.Rand, v reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Struct:
		i := r.Intn(v.NumField())
		return change(r, v.Field(i), path+"."+v.Type().Field(i).Name)
	case reflect.Array:
		return change(r, v.Index(r.Intn(min(3, v.Len()))), path)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt([]int64{v.Int() + 1, v.Int() * 2, v.Int() / 2, -1, 0, 1 << 40}[r.Intn(6)])
	case reflect.Uint8:
		v.SetUint([]uint64{v.Uint() + 1&255, v.Uint() * 2 & 255, v.Uint() / 2, 0, 4}[r.Intn(5)])
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.5)
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[wgsl.Op]() {
			v.Set(reflect.ValueOf([]wgsl.Op{wgsl.Swap{}, wgsl.Scale{By: 2}, wgsl.Spectra{Count: 1}}[r.Intn(3)]))
		}
	}
	return path
}
