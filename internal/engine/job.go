package engine

import (
	"context"
	"fmt"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// A Job is work on arrays of one shape that lie row-major without gaps: a transform or, with a
// filter, a convolution. The number of arrays is not part of it.
type Job struct {
	transform
	filter *filter   // nil for a transform
	call   plan.Call // not part of the key
}

// A transform is the comparable description of a transform of one array.
type transform struct {
	number  Number
	ring    wgsl.Number             // a wgsl.Ring, for exact transforms on a GPU; nil otherwise
	kind    plan.Kind               // R2C, inverse, stands for C2R; DCT2 for every sine and cosine transform
	shape   [plan.MaxAxes]int       // 0 after the last axis
	axes    uint32                  // bit i: axis i is transformed
	halved  int                     // the axis with half a spectrum, of kind R2C
	kinds   [plan.MaxAxes]plan.Kind // of each axis, of sine and cosine transforms
	inverse bool
	norm    plan.Norm
	options plan.Options
}

// A filter is a kernel for arrays of one shape.
type filter struct {
	// convolution describes one array, with the axes of the kernel. The axes before them only make
	// more arrays.
	convolution plan.Convolution
	number      Number
	kernel      []complex128
	exponent    int    // of the largest magnitude of the kernel: see divided
	shape       string // names the convolution
	key         string // names the convolution and the elements of the kernel
}

// A jobKey is a Job as a key of maps: jobs of one key share programs.
type jobKey struct {
	transform
	filter string
}

// key returns the key of a job.
func (j Job) key() jobKey {
	if j.filter != nil {
		return jobKey{filter: j.filter.key}
	}
	return jobKey{transform: j.transform}
}

// timeKey returns the key of jobs that take the same time. It does not have the elements of the kernel.
func (j Job) timeKey() jobKey {
	if j.filter != nil {
		return jobKey{filter: j.filter.shape}
	}
	return j.key()
}

// Transform returns the job of one array of a problem that plan.Problem.Check accepts. The
// problem's batch and layouts are not part of it. Its number format is part of it only if it is a [wgsl.Ring].
func Transform(p plan.Problem, n Number) Job {
	t := transform{number: n, kind: p.Kind, inverse: p.Inverse, norm: p.Norm, options: p.Options}
	if _, isRing := p.Number.(wgsl.Ring); isRing {
		t.ring = p.Number
	}
	if t.kind == plan.C2R {
		t.kind, t.inverse = plan.R2C, !p.Inverse
	}
	copy(t.shape[:], p.Shape)
	for i, axis := range p.TransformedAxes() {
		t.axes |= 1 << axis
		switch {
		case p.Kind.IsRealFFT():
			t.halved = axis // the last of them
		case p.Kinds != nil:
			t.kinds[axis] = p.Kinds[i]
		case p.Kind.IsTrig():
			t.kinds[axis] = p.Kind
		}
	}
	if t.kind.IsTrig() {
		t.kind = plan.DCT2 // kinds has the kind of each axis
	}
	return Job{transform: t}
}

// Convolve returns the job of one array of a convolution with a kernel, and keeps a copy of the
// kernel. It returns the error of plan.Convolution.Check, ErrSliceLength for a kernel that does not
// fit its shape, or ctx's error.
func Convolve[T Element](ctx context.Context, c plan.Convolution, kernel []T, n Number) (Job, error) {
	if err := c.Check(); err != nil {
		return Job{}, err
	}
	elements := 1
	for _, k := range c.Kernel {
		elements *= k
	}
	if len(kernel) != elements {
		want := fmt.Sprintf("%d (of the shape %s)", elements, plan.Dims(c.Kernel))
		return Job{}, LengthError("kernel", len(kernel), want)
	}
	one := c // of the axes of the kernel, without a batch
	one.Shape = c.Shape[len(c.Shape)-len(c.Kernel):]
	one.Batch, one.InPlace, one.In, one.Out, one.Number = 0, false, plan.Layout{}, plan.Layout{}, nil
	own, err := widened(ctx, kernel) // a copy, because an abandoned call may still read the kernel
	if err != nil {
		return Job{}, err
	}
	f := &filter{convolution: one.Clone(), number: n, kernel: own, exponent: exponentOf(own)}
	sum, err := digest(ctx, own)
	type fields plan.Convolution // prints all fields
	f.shape = fmt.Sprintf("%v %+v", n, fields(f.convolution))
	f.key = fmt.Sprintf("%s %x", f.shape, sum)
	return Job{filter: f}, err
}

// For returns the job with the parameters of a call. Jobs of all calls share programs.
func (j Job) For(c plan.Call) Job {
	j.call = c
	return j
}

// after returns the job for the arrays after a number of arrays.
func (j Job) after(arrays int) Job {
	j.call.First += arrays
	return j
}

// IsRows reports whether the job transforms rows: arrays of one axis.
func (j Job) IsRows() bool { return j.filter == nil && j.isRow() }

// isRow reports whether the array has one axis, and that axis is transformed.
func (t transform) isRow() bool { return t.shape[1] == 0 && t.axes == 1 }

// Ends returns the elements of one array before and after, and their sizes.
func (j Job) Ends() (in, out plan.Array) {
	e := plan.ArraysOf(j.kind, j.inverse, j.Points(), max(1, j.shape[j.halved]), plan.ElementBytes)
	if f := j.filter; f != nil {
		e = [2]plan.Array{f.convolution.Source().Arrays()[0], f.convolution.Target().Arrays()[1]}
	}
	for i := range e {
		e[i].ElementBytes *= j.Number().PointBytes() / plan.ElementBytes
	}
	return e[0], e[1]
}

// Replaces reports whether a result has the size of its source, so that it can replace it.
func (j Job) Replaces() bool {
	if f := j.filter; f != nil {
		return slices.Equal(f.convolution.Shape, f.convolution.Result())
	}
	return !j.kind.IsRealFFT()
}

// MatchPlace refuses a destination that is the source if the result of a convolution has another
// shape.
func (j Job) MatchPlace(same bool) error {
	if same && j.filter != nil && !j.Replaces() {
		return overlapError("dst is src, and the result has another shape: pass another slice, or nil")
	}
	return nil
}

// Kernel returns the kernel of a convolution.
func (j Job) Kernel() []complex128 { return j.filter.kernel }

// Number returns the number format of the job.
func (j Job) Number() Number {
	if f := j.filter; f != nil {
		return f.number
	}
	return j.number
}

// dims returns the shape.
func (t transform) dims() []int {
	rank := 0
	for rank < len(t.shape) && t.shape[rank] > 0 {
		rank++
	}
	return t.shape[:rank]
}

// Axes lists the axes transformed, the halved axis last.
func (t transform) Axes() []int {
	axes := []int{}
	for axis := range t.dims() {
		if t.axes>>axis&1 == 1 && !(t.kind.IsRealFFT() && axis == t.halved) {
			axes = append(axes, axis)
		}
	}
	if t.kind.IsRealFFT() {
		axes = append(axes, t.halved)
	}
	return axes
}

// axisKinds lists the kinds of the axes transformed, of sine and cosine transforms.
func (t transform) axisKinds() []plan.Kind {
	var kinds []plan.Kind
	for _, axis := range t.Axes() {
		if t.kind.IsTrig() {
			kinds = append(kinds, t.kinds[axis])
		}
	}
	return kinds
}

// folded returns the job without the axes before the first transformed one, and how many of its
// arrays make one array of j. These axes only make more arrays, which can travel in parts.
func (j Job) folded() (Job, int) {
	if j.filter != nil {
		return j, 1
	}
	first, more := 0, 1
	for first < len(j.dims())-1 && j.axes>>first&1 == 0 {
		more *= j.shape[first]
		first++
	}
	f := j
	f.call.First *= more
	f.shape = [plan.MaxAxes]int{}
	copy(f.shape[:], j.shape[first:])
	f.axes >>= first
	f.halved -= min(first, f.halved)
	f.kinds = [plan.MaxAxes]plan.Kind{}
	copy(f.kinds[:], j.kinds[first:])
	return f, more
}

// problem returns the problem of count arrays.
func (t transform) problem(count int) plan.Problem {
	return plan.Problem{
		Kind: t.kind, Kinds: t.axisKinds(), Shape: slices.Clone(t.dims()), Axes: t.Axes(), Batch: count,
		Inverse: t.inverse, Norm: t.norm, Options: t.options, Elements: plan.Elements{Number: t.ring},
	}
}

// batch returns the convolution of count arrays, in place if results can replace their sources.
func (j Job) batch(count int) plan.Convolution {
	c := j.filter.convolution
	c.Batch, c.InPlace = count, j.Replaces()
	return c
}

// Points returns the point count of one array of a transform.
func (t transform) Points() int {
	n := 1
	for _, d := range t.shape {
		if d > 0 {
			n *= d
		}
	}
	return n
}

// String returns the shape of an array, with its kind and axes if they are not the defaults.
func (j Job) String() string {
	if f := j.filter; f != nil {
		return f.convolution.String()
	}
	s := plan.Dims(j.dims())
	switch {
	case j.kind.IsTrig():
		s = fmt.Sprintf("%v %s", j.axisKinds(), s)
	case j.kind.IsRealFFT():
		s = fmt.Sprintf("%v %s", j.kind, s)
	}
	if axes := j.Axes(); len(axes) < len(j.dims()) {
		s += fmt.Sprintf(" axes %v", axes)
	}
	return s
}

// Fitted returns a problem of count arrays cropped or padded to lengths along the axes transformed,
// in the order of Axes. The problem's input layout addresses the elements of j's arrays.
func (j Job) Fitted(lengths []int, count int) (plan.Problem, error) {
	p := j.problem(count)
	if len(lengths) != len(p.Axes) {
		return p, fmt.Errorf("wgfft: lengths %v: want %d, one for each axis to transform", lengths, len(p.Axes))
	}
	in := plan.Layout{Strides: make([]int, len(p.Shape)), Have: slices.Clone(p.Shape), Dist: j.Points()}
	stride := 1
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		in.Strides[axis] = stride
		stride *= p.Shape[axis]
	}
	for i, axis := range p.Axes {
		if lengths[i] < 1 {
			return p, &plan.LengthError{N: lengths[i], Reason: "a transform needs at least one point"}
		}
		in.Have[axis] = min(p.Shape[axis], lengths[i])
		p.Shape[axis] = lengths[i]
	}
	p.In = in
	return p, p.Check()
}
