package wgfft

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/memory"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A field or an option that a call does not use is refused, with its name and the call that uses
// it.
func TestUnusedFieldsAreRefused(t *testing.T) {
	z, x := make([]complex64, 8), make([]float32, 8)
	shape := []int{8}
	planar, bytes := Layout{Planar: true}, Layout{Samples: Uint8}
	onBoth(t, func(t *testing.T, c *Engine) {
		planErr := func(p Problem) error { return second(c.Plan(ctx, p)) }
		realErr := func(p Problem) error { return second(c.PlanReal(ctx, p)) }
		trigErr := func(p Problem) error { return second(c.PlanTrig(ctx, p)) }
		convolution := Convolution{Shape: shape, Kernel: []int{1}}
		with := func(change func(*Convolution)) Convolution {
			v := convolution
			change(&v)
			return v
		}
		batch := with(func(v *Convolution) { v.Batch = 2 })
		isReal := with(func(v *Convolution) { v.Real = true })
		layout := with(func(v *Convolution) { v.In.Offset = 1 })
		planarIn := with(func(v *Convolution) { v.In = planar })
		for _, k := range []struct {
			err         error
			field, call string
		}{
			{
				planErr(Problem{Shape: shape, InPlace: true}), "Plan does not use Problem.InPlace",
				"same slice as dst and src",
			},
			{realErr(Problem{Shape: shape, InPlace: true}), "PlanReal does not use Problem.InPlace", "same slice"},
			{
				trigErr(Problem{Kind: DCT2, Shape: shape, InPlace: true}), "PlanTrig does not use Problem.InPlace",
				"same slice",
			},
			{planErr(Problem{Shape: shape, Kinds: []Kind{DCT2}}), "Plan does not use Problem.Kinds", "PlanTrig"},
			{realErr(Problem{Shape: shape, Kinds: []Kind{DCT2}}), "PlanReal does not use Problem.Kinds", "PlanTrig"},
			{planErr(Problem{Shape: shape, PackPairs: true}), "Problem.PackPairs", "real rows"},
			{planErr(Problem{Shape: shape, In: planar}), "Plan does not use Layout.Planar", "PlanResident"},
			{planErr(Problem{Shape: shape, Out: planar}), "Plan does not use Layout.Planar", "PlanResident"},
			{
				realErr(Problem{Shape: shape, In: bytes}), "PlanReal does not use Layout.Samples of type uint8",
				"PlanResident",
			},
			{
				trigErr(Problem{Kind: DST1, Shape: shape, Out: bytes}), "PlanTrig does not use Layout.Samples",
				"PlanResident",
			},
			{
				second(c.PlanConvolution(ctx, isReal, z[:1])), "PlanConvolution does not use Convolution.Real",
				"PlanRealConvolution",
			},
			{
				second(c.PlanRealConvolution(ctx, isReal, x[:1])), "PlanRealConvolution does not use Convolution.Real",
				"leave it out",
			},
			{second(c.PlanConvolution(ctx, planarIn, z[:1])), "Layout.Planar", "PlanResidentConvolution"},
			{second(c.Convolve(ctx, nil, z, z[:1], batch)), "Convolve does not use Convolution.Batch", "src"},
			{second(c.Convolve(ctx, nil, z, z[:1], isReal)), "Convolve does not use Convolution.Real", "ConvolveReal"},
			{second(c.ConvolveReal(ctx, nil, x, x[:1], batch)), "ConvolveReal does not use Convolution.Batch", "src"},
			{
				second(c.ConvolveReal(ctx, nil, x, x[:1], isReal)), "ConvolveReal does not use Convolution.Real",
				"ConvolveReal",
			},
			{second(c.Convolve(ctx, nil, z, z[:1], layout)), "Convolve does not use Convolution.In", "PlanConvolution"},
			{second(c.FFT(ctx, nil, z, WithAxes(0))), "FFT does not use WithAxes", "FFTN"},
			{second(c.IFFT(ctx, nil, z, WithKinds(DCT2))), "IFFT does not use WithKinds", "DCTN"},
			{second(c.FFT(ctx, nil, z, WithPackedPairs())), "FFT does not use WithPackedPairs", "real rows"},
			{
				second(c.IFFT2(ctx, nil, z, []int{2, 4}, WithPackedPairs())), "IFFT2 does not use WithPackedPairs",
				"real rows",
			},
			{second(c.FFTN(ctx, nil, z, shape, WithRowLength(8))), "FFTN does not use WithRowLength", "shape"},
			{second(c.RFFT2(ctx, nil, x, []int{2, 4}, WithRowLength(8))), "RFFT2 does not use WithRowLength", "shape"},
			{second(c.IDCTN(ctx, nil, x, shape, DCT2, WithRowLength(8))), "IDCTN does not use WithRowLength", "shape"},
			{second(c.RFFT(ctx, nil, x, WithKinds(DCT2))), "RFFT does not use WithKinds", "DCTN"},
			{second(c.IRFFT(ctx, nil, z, 8, WithLengths(8))), "IRFFT does not use WithLengths", "argument n"},
			{second(c.IRFFT2(ctx, nil, z, []int{2, 6}, WithLengths(2, 6))), "IRFFT2 does not use WithLengths", "shape"},
			{
				second(c.OnGPU(ctx, Problem{Shape: shape, InPlace: true})), "OnGPU does not use Problem.InPlace",
				"leave it out",
			},
		} {
			require.ErrorContains(t, k.err, "wgfft: ")
			require.ErrorContains(t, k.err, k.field)
			require.ErrorContains(t, k.err, k.call)
		}
		inPlace := Problem{Shape: shape, InPlace: true}
		require.ErrorContains(
			t, second(c.PlanResident(ctx, inPlace)), "PlanResident with kind c2c does not use Problem.InPlace",
		)
		inPlace.Kind = DCT2
		require.ErrorContains(
			t, second(c.PlanResident(ctx, inPlace)), "PlanResident with kind dct2 does not use Problem.InPlace",
		)
		pairs := Problem{Shape: shape, PackPairs: true}
		require.ErrorContains(t, second(c.PlanResident(ctx, pairs)), "Problem.PackPairs")
		require.ErrorContains(t, second(c.PlanResidentFilter(ctx, pairs, RealGains)), "Problem.PackPairs")
		require.ErrorContains(t, second(c.PlanResidentConvolution(ctx, isReal, []complex64{1i})), "no imaginary part")
		if c.gpu == nil {
			return
		}
		require.ErrorContains(
			t, second(c.Tune(ctx, TuneOptions{Budget: time.Second}, pairs)),
			"Tune with kind c2c does not use Problem.PackPairs",
		)
		require.ErrorContains(
			t, second(c.HostTimes(ctx, pairs)), "HostTimes with kind c2c does not use Problem.PackPairs",
		)
	})
	use := Config{Use: nil, Device: Choice{Kind: CPU, Name: "a"}}
	require.ErrorContains(t, second(Open(use)), "does not use Choice.Name")
	require.ErrorContains(
		t, second(Open(Config{Device: Choice{Index: 1}})), "a choice of kind auto does not use Choice.Index",
	)
	require.ErrorContains(t, second(Open(Config{Wisdom: WisdomSource{Dir: "a"}})), "does not use WisdomSource.Dir")
	require.ErrorContains(t, second(Open(Config{TuneFirst: -1})), "TuneFirst")
	require.ErrorContains(t, second(Open(Config{Threads: -1})), "Threads is -1, want 1 or more")
	for _, c := range []Config{
		{Device: Choice{Kind: 99}}, {Device: Choice{Kind: ByName}}, {Wisdom: WisdomSource{Kind: 99}},
		{Wisdom: WisdomSource{Kind: WisdomDir}}, {Wisdom: WisdomSource{Kind: WisdomStored}}, {Host: 99},
		{Work: -1}, {Work: math.NaN()},
	} {
		require.ErrorContains(t, second(Open(c)), "wgfft: ", "%+v", c)
	}
	g := openGPU(t)
	dev, err := g.Device()
	require.NoError(t, err)
	_, err = Open(Config{Use: dev, Device: Choice{Kind: CPU}})
	require.ErrorContains(t, err, "does not use Config.Device")
}

// Enumerations print as the packages below print theirs, and values without a name as numbers.
func TestEnumerationsPrint(t *testing.T) {
	for k := C2C; k <= DST4+1; k++ {
		require.Equal(t, plan.Kind(k).String(), k.String())
		require.Equal(t, k >= DCT1 && k <= DST4, k.isTrig())
	}
	for n := NormBackward; n <= NormForward+1; n++ {
		require.Equal(t, plan.Norm(n).String(), n.String())
	}
	for m := ModeFull; m <= ModeCircular+1; m++ {
		require.Equal(t, plan.Mode(m).String(), m.String())
	}
	for s := Uint8; s <= Bfloat16; s++ {
		require.Equal(t, s.element().String(), s.String())
		require.Equal(t, s, samplesOf(s.element()))
	}
	for want, v := range map[string]fmt.Stringer{
		"real": RealGains, "complex": ComplexGains, "gains(2)": Gains(2), "auto": Auto, "cpu": CPU,
		"software": Software,
		"by index": ByIndex, "by name": ByName, "gpu": GPU, "choice(6)": GPU + 1,
		"default": HostDefault,
		"device":  HostDevice,
		"float32": Float32, "samples(8)": Bfloat16 + 1,
		"host(3)": HostPolicy(3), "shipped": WisdomShipped, "cache": WisdomCached, "off": WisdomNone,
		"directory": WisdomDir, "store": WisdomStored, "wisdom(5)": WisdomKind(5),
		"c2c:512x512*4": Problem{Shape: []int{512, 512}, Batch: 4},
		"64 by 3 same":  Convolution{Shape: []int{64}, Kernel: []int{3}, Mode: ModeSame},
	} {
		require.Equal(t, want, v.String())
	}
}

// Choices and sources of wisdom are read from command lines as they print.
func TestChoicesAreRead(t *testing.T) {
	for text, want := range map[string]Choice{
		"": {}, "auto": {}, "AUTO": {}, "cpu": {Kind: CPU}, "Cpu": {Kind: CPU},
		"software": {Kind: Software}, "gpu": {Kind: GPU},
		"0": {Kind: ByIndex}, "12": {Kind: ByIndex, Index: 12}, "H100": {Kind: ByName, Name: "H100"},
		"by name": {Kind: ByName, Name: "by name"},
	} {
		got, err := ParseChoice(text)
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", text)
		again, err := ParseChoice(got.String())
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	_, err := ParseChoice("-1")
	require.ErrorIs(t, err, ErrNoAdapter)
	for text, want := range map[string]WisdomSource{
		"": {}, "shipped": {}, "cache": {Kind: WisdomCached}, "off": {Kind: WisdomNone},
		"directory": {Kind: WisdomDir, Dir: "directory"}, "./off": {Kind: WisdomDir, Dir: "./off"},
	} {
		got, err := ParseWisdomSource(text)
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", text)
		again, err := ParseWisdomSource(got.String())
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
}

// filled sets every field of a struct, and of the structs in it, to a value of its own.
func filled(v reflect.Value, next *int) {
	switch *next++; v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			filled(v.Field(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		filled(v.Index(0), next)
		filled(v.Index(1), next)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(*next))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next))
	}
}

// Problems go to package plan and back with all of their fields, and clones share nothing with
// them.
func TestConversionsKeepEveryField(t *testing.T) {
	var p Problem
	next := 0
	filled(reflect.ValueOf(&p).Elem(), &next)
	p.Twiddle.Row, p.Twiddle.Column = 0, 0 // parameters of a call
	require.Equal(t, p, faceProblem(planProblem(p)))
	require.Equal(t, p, cloned(p))
	c := cloned(p)
	c.Shape[0], c.Axes[0], c.Kinds[0] = 0, 0, 0
	for _, l := range []Layout{c.In, c.Out} {
		l.Strides[0], l.Have[0] = 0, 0
	}
	require.Equal(t, p, faceProblem(planProblem(p)))
	require.NotZero(t, p.Shape[0]*p.Axes[0]*int(p.Kinds[0])*p.In.Strides[0]*p.In.Have[0]*p.Out.Strides[0]*p.Out.Have[0])

	var v Convolution
	filled(reflect.ValueOf(&v).Elem(), &next)
	of := planConvolution(v)
	require.Equal(t, v, Convolution{
		Shape: of.Shape, Kernel: of.Kernel, Mode: Mode(of.Mode), Correlate: of.Correlate,
		Real: of.Real, Quick: of.Quick, Batch: of.Batch,
		In: faceLayout(of.In), Out: faceLayout(of.Out),
	})
	require.Equal(t, v, clonedConvolution(v))
	require.Equal(t, 1500*time.Microsecond, duration(1.5))

	got := faceOutcome(tune.Outcome{
		Problem: plan.Problem{Kind: plan.R2C, Shape: []int{8}, Inverse: true}, Tuned: "a", Untuned: "b", Compared: 3,
		Learnt:   wisdom.Entry{Ms: 2, UntunedMs: 3, Error: 0.5},
		Failures: []wisdom.Rejection{{Evidence: "c"}}, Err: &plan.LengthError{N: 1, Reason: "d"},
	})
	require.Equal(t, Tuned{
		Problem: Problem{Kind: R2C, Shape: []int{8}}, Inverse: true, Plan: "a", UntunedPlan: "b",
		Time: 2 * time.Millisecond, UntunedTime: 3 * time.Millisecond, Error: 0.5, Compared: 3,
		Quarantined: []string{"c"}, Err: &LengthError{N: 1, Reason: "d"},
	}, got)
}

// Errors of the layers below are found as the types of this package, also where they are wrapped,
// with their texts.
func TestErrorTypes(t *testing.T) {
	_, err := openCPU(t).FFT(ctx, nil, nil)
	var length *LengthError
	require.ErrorAs(t, err, &length)
	require.ErrorIs(t, err, ErrInvalidLength)
	require.Zero(t, length.N)

	below := &wgsl.LimitError{What: "wgfft: a", Need: 2, Have: 1, Hint: "b"}
	for _, err := range []error{faced(below), faced(fmt.Errorf("wrapped: %w", below))} {
		var limit *LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, LimitError{"wgfft: a", 2, 1, "b"}, *limit)
		require.ErrorContains(t, err, "a: need 2, have 1: b")
	}
	err = faced(fmt.Errorf("wrapped: %w", &memory.Error{What: "a", Need: math.MaxInt64, Limit: 1}))
	var limited *MemoryError
	require.ErrorAs(t, err, &limited)
	require.ErrorIs(t, err, ErrMemoryLimit)
	require.ErrorContains(t, limited, "wgfft: a: needs")
	require.Equal(t, "wgfft: wrapped: "+strings.TrimPrefix(limited.Error(), "wgfft: "), err.Error())
	require.NoError(t, faced(nil))
	require.ErrorIs(t, faced(io.EOF), io.EOF)
	for below, want := range map[string]string{
		"device: closed": "wgfft: closed", "wgfft: open: device: no adapter": "wgfft: open: no adapter",
		"wgfft: a": "wgfft: a", "wgfft: the inverse: wgfft: b": "wgfft: the inverse: b",
		"pipeline: device: c": "wgfft: c",
	} {
		require.EqualError(t, faced(errors.New(below)), want)
	}
	same := errors.New("wgfft: a")
	require.Equal(t, same, faced(same))

	err = second(openCPU(t).Plan(ctx, Problem{Shape: []int{8}, In: Layout{Have: []int{5}}, Batch: -1}))
	require.ErrorContains(t, err, "wgfft: ")
}
