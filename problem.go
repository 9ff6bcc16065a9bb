package wgfft

// A Problem describes what a plan transforms: Batch arrays of a shape, row-major and one after the
// other unless layouts say otherwise. A field that a call does not use must be the zero value.
type Problem struct {
	// Kind is the family of transforms.
	Kind Kind
	// Shape is the number of points along each axis, from 1 to 16 axes. For real transforms it is
	// the shape of the real arrays.
	Shape []int
	// Axes are the transformed axes, counted from 0, or backwards from -1, the last axis. nil means
	// all. Kinds R2C and C2R halve the axis named last.
	Axes []int
	// Kinds are the kinds of sine and cosine transforms along each of Axes, if they differ. Kind is
	// C2C or any sine or cosine transform then.
	Kinds []Kind
	// Batch is the number of arrays; 0 means 1.
	Batch int
	// Norm selects the direction that carries the factor 1/N.
	Norm Norm
	// PackPairs lets two real rows of odd or very short length share a complex transform, which
	// halves the arithmetic. A quiet row then has the rounding errors of its loud neighbour, and a
	// NaN in one row is in both results. PackPairs is not for C2C.
	PackPairs bool
	// Quick takes the kernels that compile fastest, by prediction, so that the first call waits for less. Later
	// calls may take up to three times as long, by the same prediction, and longer if the usual plan has several
	// axes in one pass. The choice ignores wisdom and tuning, so results keep their bits when these change.
	// Kernels that gave wrong results on the device are left out. Quick has no effect on the CPU engine, which
	// compiles nothing.
	Quick bool
	// InPlace stores the half spectra of PlanResident in the place of their real arrays. It is for
	// kinds R2C and C2R. Each row of n samples along the halved axis then takes 2(n/2+1) places,
	// unless strides are set. The places after the samples are not read, and their contents are
	// lost. Transforms of other kinds are in place if the regions of a call are the same.
	InPlace bool
	// Twiddle multiplies results by the twiddle between the steps of a four-step transform. It is for slices, C2C
	// and one transformed axis.
	Twiddle Twiddle
	// In and Out are the layouts of source and result. Real plans use In for the real arrays and
	// Out for their spectra in both directions.
	In, Out Layout
	// Scratch is the type of the points between the passes of PlanResident and PlanResidentFilter: Float32,
	// Float16 or Bfloat16. The types of 16 bits halve the memory traffic between passes, and each pass but
	// the last rounds to them. Points between passes grow up to N times the largest input, whatever Norm is:
	// in Float16 numbers above 65504 become infinite, and results infinite or NaN. Scale the input, or use
	// Bfloat16. The CPU engine ignores Scratch.
	Scratch Samples
}

// Check returns an error for a problem that no engine can compute. The error is a LengthError for a
// length without a transform, a LimitError for more points than kernels can count, or an error that
// names the field.
func (p Problem) Check() error {
	return faced(p.check("Problem.Check"))
}

// check is Check with the errors of the layers below. call names the caller in errors.
func (p Problem) check(call string) error {
	if err := p.checkFields(call); err != nil {
		return err
	}
	return planProblem(withKind(p)).Check()
}

// checkFields checks the fields that planning does not check, and fields for which this package has
// a better error text.
func (p Problem) checkFields(call string) error {
	if p.PackPairs && p.Kind == C2C && p.Kinds == nil {
		return unused(call+" with kind c2c", "Problem.PackPairs", "use a kind of real rows")
	}
	if err := p.Twiddle.check(call); err != nil {
		return err
	}
	return checkNorm(p.Norm)
}

// String returns the problem in the form KIND:SHAPE*BATCH: c2c:512x512*4.
func (p Problem) String() string { return planProblem(p).String() }

// withKind returns p. If p has Kinds and no Kind, withKind sets a kind of sine or cosine
// transforms.
func withKind(p Problem) Problem {
	if p.Kinds != nil && p.Kind == C2C {
		p.Kind = DCT2
	}
	return p
}

// A Layout describes where the elements of a problem's arrays lie. The zero value is row-major
// without gaps, one array after the other. An element is a complex point or a real sample. All
// fields count elements.
type Layout struct {
	// Strides are the distances between neighbouring elements along each axis. They may be
	// negative. nil means no gaps.
	Strides []int
	// Dist is the number of elements from one array of a batch to the next. 0 means no gaps.
	Dist int
	// Offset is the number of elements before the first.
	Offset int
	// Have is the number of stored elements along each axis, counted from its start. Elements of
	// the shape from Have on are taken as zero and are not written. nil means all.
	Have []int
	// Planar stores the real parts and the imaginary parts of complex points in two separate arrays. It
	// is for buffers: see PlanResident.
	Planar bool
	// Samples is the type of the numbers in memory. Types other than Float32 are for buffers. Complex
	// points have Float32, Float16 or Bfloat16.
	Samples Samples
}
