package wgfft

// A Problem describes what a plan transforms: Batch arrays of a shape, row-major and one after the
// other unless layouts say otherwise. A field that a call does not use must be the zero value.
type Problem struct {
	// Kind is the family of transforms.
	Kind Kind
	// Shape is the number of points along each axis, from 1 to 16 axes. For real transforms it is
	// the shape of the real arrays.
	Shape []int
	// Axes are the axes transformed, counted from 0, or from the last backwards: -1 is the last.
	// nil means all. Kinds R2C and C2R halve the axis named last.
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
	// NaN of one is in both. It is not for C2C.
	PackPairs bool
	// InPlace makes the half spectra of PlanResident take the place of their real arrays; it is for
	// kinds R2C and C2R. Each row of n samples along the halved axis then lies in 2(n/2+1) places
	// unless strides say otherwise. The places after the samples are neither read nor kept. Other
	// kinds choose the place by the regions of each call.
	InPlace bool
	// In and Out are the layouts of source and result. Real plans use In for the real arrays and
	// Out for their spectra in both directions.
	In, Out Layout
	// Scratch is the type of the points between the passes of PlanResident and PlanResidentFilter: Float32,
	// Float16 or Bfloat16. The short types halve the memory traffic between passes, and each pass but the
	// last rounds to them. The CPU engine ignores it.
	Scratch Samples
}

// Check returns an error for a problem that makes no sense on any engine: a LengthError for a
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

// checkFields checks what planning does not check, or would say in other words.
func (p Problem) checkFields(call string) error {
	if p.PackPairs && p.Kind == C2C && p.Kinds == nil {
		return unused(call+" with kind c2c", "Problem.PackPairs", "use a kind of real rows")
	}
	return checkNorm(p.Norm)
}

// String returns the problem in the form KIND:SHAPE*BATCH: c2c:512x512*4.
func (p Problem) String() string { return planProblem(p).String() }

// withKind returns a problem with a kind of sine or cosine transforms if it has Kinds and no kind.
func withKind(p Problem) Problem {
	if p.Kinds != nil && p.Kind == C2C {
		p.Kind = DCT2
	}
	return p
}

// A Layout describes where the elements of a problem's arrays lie. The zero value is row-major
// without gaps, one array after the other. An element is a complex point or a real sample, and all
// numbers count elements.
type Layout struct {
	// Strides are the elements from one to the next along each axis, and may be negative. nil means
	// without gaps.
	Strides []int
	// Dist is the number of elements from one array of a batch to the next. 0 means without gaps.
	Dist int
	// Offset is the number of elements before the first.
	Offset int
	// Have is the number of elements that exist along each axis. The elements of the shape beyond
	// them read as zero and are not written. nil means all.
	Have []int
	// Planar keeps the real and the imaginary parts of complex points as arrays of real numbers of their
	// own. It is for buffers: see PlanResident.
	Planar bool
	// Samples is the type of the numbers in memory. Types other than Float32 are for buffers. Complex
	// points have Float32, Float16 or Bfloat16.
	Samples Samples
}
