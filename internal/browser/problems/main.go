// Problems computes 40 problems of all kinds on the GPU of a web page and compares them with float64. It prints the
// adapter and a line for each problem. It exits with status 1 if there is no GPU adapter, or a result is wrong.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
)

// A problem is a transform and its reference. run returns the relative L2 error of the result and the largest allowed
// error.
type problem struct {
	name string
	run  func(ctx context.Context, eng *wgfft.Engine) (off, allowed float64, err error)
}

func main() {
	eng, err := open()
	if err != nil {
		fmt.Println("FAIL: no GPU adapter:", err)
		os.Exit(1)
	}
	fmt.Println("adapter:", eng.Adapter())
	failed := 0
	for _, p := range problems() {
		start := time.Now()
		off, allowed, err := p.run(context.Background(), eng)
		took := time.Since(start).Round(100 * time.Microsecond)
		switch {
		case err != nil:
			fmt.Printf("FAIL: %s: %v\n", p.name, err)
			failed++
		case !(off <= allowed):
			fmt.Printf("FAIL: %s: error %.2g, allowed %.2g\n", p.name, off, allowed)
			failed++
		default:
			fmt.Printf("ok: %s: error %.2g, allowed %.2g, %v\n", p.name, off, allowed, took)
		}
	}
	if err := eng.Close(); err != nil {
		fmt.Println("FAIL: close:", err)
		failed++
	}
	if failed > 0 {
		os.Exit(1)
	}
}

// open opens the best adapter, or a software adapter if there is no hardware. All problems are computed there.
func open() (*wgfft.Engine, error) {
	config := wgfft.Config{Host: wgfft.HostDevice}
	eng, err := wgfft.Open(config)
	if err != nil || !eng.Adapter().CPU {
		return eng, err
	}
	if err := eng.Close(); err != nil {
		return nil, err
	}
	config.Device.Kind = wgfft.Software
	return wgfft.Open(config)
}

// problems returns the 40 problems.
func problems() []problem {
	var all []problem
	for _, n := range []int{8, 60, 256, 1000, 4096, 16384, 65536, 17, 97, 1009, 2039, 10007} {
		all = append(all, complexProblem(false, n))
	}
	for _, shape := range [][]int{{360}, {1024}} {
		all = append(all, complexProblem(true, shape...))
	}
	for _, shape := range [][]int{{64, 48}, {31, 128}, {16, 12, 20}} {
		all = append(all, complexProblem(false, shape...))
	}
	for _, shape := range [][]int{{1000}, {4096}, {101}, {30, 64}, {8, 9, 10}} {
		all = append(all, realProblem(shape...))
	}
	for _, shape := range [][]int{{1000}, {4095}, {24, 50}} {
		all = append(all, halfProblem(shape...))
	}
	for i, n := range []int{65, 512, 100, 1024, 127, 256, 90, 500} {
		all = append(all, trigProblem(wgfft.DCT1+wgfft.Kind(i), n))
	}
	return append(all,
		trigProblem(wgfft.DCT2, 32, 24), trigProblem(wgfft.DST4, 8, 10, 12),
		convolution(ref.Convolution{Shape: []int{1000}, Kernel: []int{100}, Mode: "full"}, wgfft.ModeFull),
		convolution(ref.Convolution{Shape: []int{64, 60}, Kernel: []int{7, 9}, Mode: "same"}, wgfft.ModeSame),
		realConvolution(ref.Convolution{Shape: []int{4000}, Kernel: []int{31}, Mode: "valid"}, wgfft.ModeValid),
		columns(100, 7), realColumns(64, 5))
}

// axesOf returns the axes of a shape, and the number of elements.
func axesOf(shape []int) (axes []int, elements int) {
	elements = 1
	for axis, n := range shape {
		axes, elements = append(axes, axis), elements*n
	}
	return axes, elements
}

// batchOf returns the number of arrays of n elements in a problem. The errors of short arrays are taken together.
func batchOf(n int) int { return max(2, ref.Together(n)) }

// complexProblem transforms complex arrays.
func complexProblem(inverse bool, shape ...int) problem {
	name := "c2c"
	if inverse {
		name = "c2c inverse"
	}
	return problem{fmt.Sprint(name, " ", shape), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		axes, n := axesOf(shape)
		src, scale, transform := ref.Uniform(1, batchOf(n)*n), 1.0, eng.FFTN
		if inverse {
			scale, transform = 1/float64(n), eng.IFFTN
		}
		got, err := transform(ctx, nil, src, shape)
		return ref.RelL2(got, ref.Axes(src, shape, axes, inverse, scale)), ref.ToleranceAxes(shape...), err
	}}
}

// realProblem transforms real arrays to half spectra.
func realProblem(shape ...int) problem {
	return problem{fmt.Sprint("r2c ", shape), func(ctx context.Context, eng *wgfft.Engine) (float64, float64, error) {
		axes, n := axesOf(shape)
		src := ref.UniformReal(2, batchOf(n)*n)
		got, err := eng.RFFTN(ctx, nil, src, shape)
		return ref.RelL2(got, ref.RealAxes(src, shape, axes, 1)), ref.ToleranceAxes(shape...), err
	}}
}

// halfProblem transforms half spectra to real arrays.
func halfProblem(shape ...int) problem {
	return problem{fmt.Sprint("c2r ", shape), func(ctx context.Context, eng *wgfft.Engine) (float64, float64, error) {
		axes, n := axesOf(shape)
		half := ref.Narrow(ref.RealAxes(ref.UniformReal(3, batchOf(n)*n), shape, axes, 1))
		got, err := eng.IRFFTN(ctx, nil, half, shape)
		want := ref.RealInverseAxes(half, shape, axes, 1/float64(n))
		return ref.RelL2Real(got, want), ref.ToleranceAxes(shape...), err
	}}
}

// trigProblem computes a DCT or DST.
func trigProblem(kind wgfft.Kind, shape ...int) problem {
	return problem{fmt.Sprint(kind, " ", shape), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		axes, n := axesOf(shape)
		of, transform := transforms.Kind(kind), eng.DCTN
		if of.IsSine() {
			transform = eng.DSTN
		}
		var kinds []transforms.Kind
		var periods []int
		for _, n := range shape {
			kinds, periods = append(kinds, of), append(periods, of.Period(n))
		}
		src := ref.UniformReal(4, batchOf(n)*n)
		got, err := transform(ctx, nil, src, shape, kind)
		return ref.RelL2Real(got, ref.TrigAxes(src, shape, axes, kinds, false, 1)), ref.ToleranceAxes(periods...), err
	}}
}

// convolution convolves complex arrays.
func convolution(c ref.Convolution, mode wgfft.Mode) problem {
	return problem{fmt.Sprint("convolution ", c.Shape, " ", c.Mode), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		_, n := axesOf(c.Shape)
		_, k := axesOf(c.Kernel)
		x, h := ref.Uniform(5, n), ref.Uniform(6, k)
		got, err := eng.Convolve(ctx, nil, x, h, wgfft.Convolution{Shape: c.Shape, Kernel: c.Kernel, Mode: mode})
		if err != nil {
			return 0, 0, err
		}
		return c.Apply(x, h).Error(got), c.Tolerance(), nil
	}}
}

// realConvolution convolves real arrays.
func realConvolution(c ref.Convolution, mode wgfft.Mode) problem {
	return problem{fmt.Sprint("real convolution ", c.Shape, " ", c.Mode), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		_, n := axesOf(c.Shape)
		_, k := axesOf(c.Kernel)
		x, h := ref.UniformReal(7, n), ref.UniformReal(8, k)
		got, err := eng.ConvolveReal(ctx, nil, x, h, wgfft.Convolution{Shape: c.Shape, Kernel: c.Kernel, Mode: mode})
		if err != nil {
			return 0, 0, err
		}
		return c.Apply(points(x), points(h)).Error(points(got)), c.Tolerance(), nil
	}}
}

// points returns real numbers as complex points.
func points(x []float32) []complex64 {
	z := make([]complex64, len(x))
	for i, v := range x {
		z[i] = complex(v, 0)
	}
	return z
}

// transposed returns the columns of a row-major array as rows.
func transposed[T any](x []T, columns int) []T {
	rows := len(x) / columns
	y := make([]T, len(x))
	for i := range rows {
		for j := range columns {
			y[j*rows+i] = x[i*columns+j]
		}
	}
	return y
}

// columns transforms the columns of an array of n rows.
func columns(n, count int) problem {
	return problem{fmt.Sprintf("c2c of %d columns of %d", count, n), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		layout := wgfft.Layout{Strides: []int{count}, Dist: 1}
		p, err := eng.Plan(ctx, wgfft.Problem{Shape: []int{n}, Batch: count, In: layout, Out: layout})
		if err != nil {
			return 0, 0, err
		}
		defer p.Close()
		src, dst := ref.Uniform(9, n*count), make([]complex64, n*count)
		err = p.Forward(ctx, dst, src)
		return ref.RelL2(transposed(dst, count), ref.Batch(transposed(src, count), n, false, 1)), ref.Tolerance(n), err
	}}
}

// realColumns transforms the columns of a real array of n rows to rows of bins.
func realColumns(n, count int) problem {
	return problem{fmt.Sprintf("r2c of %d columns of %d", count, n), func(
		ctx context.Context, eng *wgfft.Engine,
	) (float64, float64, error) {
		p, err := eng.PlanReal(ctx, wgfft.Problem{
			Kind: wgfft.R2C, Shape: []int{n}, Batch: count, In: wgfft.Layout{Strides: []int{count}, Dist: 1},
		})
		if err != nil {
			return 0, 0, err
		}
		defer p.Close()
		src, dst := ref.UniformReal(10, n*count), make([]complex64, (n/2+1)*count)
		err = p.Forward(ctx, dst, src)
		return ref.RelL2(dst, ref.RealAxes(transposed(src, count), []int{n}, []int{0}, 1)), ref.Tolerance(n), err
	}}
}
