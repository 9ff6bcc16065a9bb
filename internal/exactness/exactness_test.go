package exactness

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// A device has a form that it computes exactly. The forms of the software drivers are known.
func TestFind(t *testing.T) {
	d := testgpu.Open(t)
	form, err := Find(t.Context(), d)
	require.NoError(t, err)
	for _, f := range wgsl.DoubleSingles() {
		r, err := Measure(t.Context(), d, f)
		require.NoError(t, err)
		t.Logf("%s: %+v", f.Tag(), r)
	}
	for name, want := range map[string]wgsl.DoubleSingle{
		"llvmpipe":    {Guard: wgsl.GuardSums, Product: wgsl.SplitProduct},
		"SwiftShader": {Guard: wgsl.NoGuard, Product: wgsl.SplitProduct},
	} {
		if strings.Contains(d.Adapter().Name, name) {
			require.Equal(t, want, form, name)
		}
	}
	again, err := Find(t.Context(), d)
	require.NoError(t, err)
	require.Equal(t, form, again)
}

// A cancelled context ends the search.
func TestCancelled(t *testing.T) {
	d := testgpu.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Find(ctx, d)
	require.ErrorIs(t, err, context.Canceled)
}

// answer returns the results of a case that are correct to prec bits, as a kernel writes them.
func answer(o operand, prec uint) (out []byte) {
	of := func(p parts) *big.Float {
		hi := new(big.Float).SetPrec(200).SetFloat64(float64(p.hi))
		return hi.Add(hi, big.NewFloat(float64(p.lo)))
	}
	split := func(x *big.Float) parts {
		x = new(big.Float).SetPrec(prec).Set(x)
		hi, _ := x.Float32()
		lo, _ := new(big.Float).SetPrec(200).Sub(x, big.NewFloat(float64(hi))).Float32()
		return parts{hi, lo}
	}
	add := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Add(a, b) }
	mul := func(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(200).Mul(a, b) }
	zr, zi, wr, wi := of(o.z.re), of(o.z.im), of(o.w.re), of(o.w.im)
	for _, n := range [][2]*big.Float{
		{add(zr, zi), mul(zr, zi)}, {add(zr, wr), add(zi, wi)}, {mul(zr, wr), mul(zr, wi)},
		{add(mul(zr, wr), mul(zi, new(big.Float).Neg(wi))), add(mul(zr, wi), mul(zi, wr))},
	} {
		out = number{split(n[0]), split(n[1])}.append(out)
	}
	return out
}

// Results are right if they are exact, and most are wrong if they have the digits of f32.
func TestResults(t *testing.T) {
	var exact, rough Result
	for _, o := range operands() {
		exact.add(o, answer(o, 200))
		rough.add(o, answer(o, 24))
	}
	require.True(t, exact.IsExact(), "%+v", exact)
	require.Equal(t, 3*count, exact.Sums)
	require.Equal(t, 4*count, exact.Products)
	require.Greater(t, rough.WrongSums, rough.Sums/2)
	require.Greater(t, rough.WrongProducts, rough.Products/2)
	nan := Result{}
	nan.add(operands()[0], []byte(strings.Repeat("\xff", resultsPerCase*numberBytes)))
	require.Equal(t, Result{Sums: 3, WrongSums: 3, Products: 4, WrongProducts: 4}, nan)
}

// The error names every form and its wrong results.
func TestInexactError(t *testing.T) {
	err := &InexactError{Adapter: "0: X", Results: []Result{
		{wgsl.DoubleSingle{}, 8, 3, 9, 0}, {wgsl.DoubleSingle{Guard: wgsl.GuardSums}, 8, 0, 9, 1},
	}}
	require.EqualError(t, err, "exactness: 0: X computes no form of double-single exactly; wrong results of "+
		"ds: 3 of 8 sums and 0 of 9 products, ds.sums: 0 of 8 sums and 1 of 9 products: "+
		"use single precision, f64 or the CPU engine")
}

// A device with f64 computes it rightly.
func TestCheckFloat64(t *testing.T) {
	d := testgpu.Open(t)
	if !d.Adapter().F64 {
		_, err := d.NewPipeline(module(wgsl.F64{}))
		require.Error(t, err)
		return
	}
	require.NoError(t, CheckFloat64(t.Context(), d))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, CheckFloat64(ctx, d), context.Canceled)
}

// Results in f64 are right if they are rounded to float64, and wrong if they have the digits of double-single.
func TestFloat64Results(t *testing.T) {
	var good, rough, nan Float64Error
	for _, o := range operands() {
		z, w := o.z.value(), o.w.value()
		results := []complex128{
			complex(real(z)+imag(z), real(z)*imag(z)), z + w, complex(real(z)*real(w), real(z)*imag(w)), z * w,
		}
		var out, short []byte
		for _, x := range results {
			out = wgsl.F64{}.Append(out, wgsl.Constant{Z: x})
			short = wgsl.F64{}.Append(short, wgsl.Constant{Z: x * (1 + 0x1p-48)})
		}
		good.add(o, out)
		rough.add(o, short)
	}
	require.Equal(t, Float64Error{Results: 7 * count}, good)
	require.Equal(t, rough.Results, rough.Wrong)
	nan.add(operands()[0], []byte(strings.Repeat("\xff", resultsPerCase*numberBytes)))
	require.Equal(t, Float64Error{Results: 7, Wrong: 7}, nan)
	rough.Adapter, rough.Wrong = "0: X", 5
	require.EqualError(t, &rough, "exactness: 0: X computes 5 of 28672 sums and products in f64 wrongly: "+
		"use double-single, single precision or the CPU engine")
}
