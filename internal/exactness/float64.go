package exactness

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/cmplx"

	"wgfft/device"
	"wgfft/wgsl"
)

// A Float64Error is the error for a device whose f64 gives wrong results.
type Float64Error struct {
	Adapter        string
	Results, Wrong int
}

// Error implements error.
func (e *Float64Error) Error() string {
	return fmt.Sprintf("exactness: %s computes %d of %d sums and products in f64 wrongly: use double-single, single "+
		"precision or the CPU engine", e.Adapter, e.Wrong, e.Results)
}

// CheckFloat64 returns a *Float64Error if sums or products of the device in f64 are wrong. It compiles and runs a
// small kernel, so callers keep the result. The device has f64.
func CheckFloat64(ctx context.Context, d *device.Device) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	all := operands()
	var in []byte
	for _, o := range all {
		in = wgsl.F64{}.Append(in, wgsl.Constant{Z: o.z.value()})
		in = wgsl.F64{}.Append(in, wgsl.Constant{Z: o.w.value()})
	}
	out, err := run(ctx, d, module(wgsl.F64{}), in, resultsPerCase*numberBytes*len(all))
	if err != nil {
		return fmt.Errorf("exactness: f64: %w", err)
	}
	e := &Float64Error{Adapter: d.Adapter().String()}
	for i, o := range all {
		e.add(o, out[i*resultsPerCase*numberBytes:])
	}
	if e.Wrong > 0 {
		return e
	}
	return nil
}

// add counts the results of a case. Real sums and products must be rounded to one of the two nearest numbers.
func (e *Float64Error) add(o operand, out []byte) {
	var got [2 * resultsPerCase]float64
	for i := range got {
		got[i] = math.Float64frombits(binary.LittleEndian.Uint64(out[8*i:]))
	}
	z, w := o.z.value(), o.w.value()
	for i, want := range []float64{
		real(z) + imag(z), real(z) * imag(z), real(z) + real(w), imag(z) + imag(w),
		real(z) * real(w), real(z) * imag(w),
	} {
		e.Results++
		if !(math.Abs(got[i]-want) <= 0x1p-52*math.Abs(want)) {
			e.Wrong++
		}
	}
	e.Results++
	if off := cmplx.Abs(complex(got[6], got[7]) - z*w); !(off <= 0x1p-50*cmplx.Abs(z)*cmplx.Abs(w)) {
		e.Wrong++
	}
}
