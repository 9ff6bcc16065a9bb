// Package nd computes with arrays that stay in the memory of a GPU, or of the CPU engine if there is
// none. One program runs on both.
//
//	eng, err := wgfft.Open(wgfft.Config{})
//	q := nd.NewQueue(eng)
//	defer q.Close()
//	x := nd.From(q, samples, 512, 512)          // an array of the program's own
//	gain := nd.From(q, table, 512, 512)
//	for range steps {
//		y := q.FFT2(x)                          // a temporary: it ends with the step
//		q.Set(x, q.IFFT2(q.Mul(y, gain)))       // stored in x
//		if err := q.Flush(ctx); err != nil {    // the end of a step
//			return err
//		}
//	}
//	samples, err = nd.Download(ctx, q, samples, x)
//
// # Steps
//
// Operations of a [Queue] are recorded, not computed. They return temporaries: arrays without an
// owner. [Queue.Flush] ends the step: it plans what was recorded and hands it to the engine. On a
// GPU it returns without waiting for the result. Temporaries end with their step. [Queue.New],
// [Queue.Keep] and [From] make an array that outlives it, and [Queue.Set] writes one.
//
// A step is computed as if each operation were computed in the order of the calls. An operation is
// not computed if no Set, Keep, Fetch or Download needs it.
//
// # Waiting
//
// Only calls that take a context wait for results. Each of them on a Queue ends the step.
//
// # Errors
//
// Operations return no error. The first wrong one is kept. The end of the step returns it as an
// [OpError] with the operation, its operands, and the line of the call. Nothing of that step is
// computed then: arrays keep the values from before the step, and the queue can be used again.
// Operations on the result of a wrong operation are ignored. A package that composes operations
// reports its own errors with [Queue.Fail].
//
// After ErrDeviceLost, or a panic in a function of the program, all later ends of steps of the
// queue return that error, too. The destinations of the failed step hold no result.
//
// # Order
//
// The steps of all queues of an engine take effect in the order of their Flush calls. A Queue is for
// one goroutine at a time, and each goroutine can have its own. Arrays are safe for concurrent use.
//
// # Buffers and encoders of the program
//
// [Array.Region] returns the buffer of an array, for plans and kernels of the program.
// [Queue.Adopt] makes an array in a buffer of the program. [Queue.Encode] ends a step like Flush,
// but records it into an encoder of the program. These calls work on the CPU engine, too: its
// arrays are in buffers of a device of kind device.Host.
//
// wgfft.Engine.Stats counts the memory of arrays and temporaries. The queues of an engine share the
// memory of temporaries.
//
// # Shapes
//
// Shapes combine by NumPy's rules, with one exception: arrays of different rank combine only if one
// of them is a scalar (rank 0). [Array.ExpandTo] adds the axes that NumPy would put in front.
//
// # Element types
//
// A real array combines with a complex one. Single precision does not combine with double precision:
// [Queue.Cast] converts.
//
// Integers of 8, 16 and 32 bits, Float16 and Bfloat16 are types of storage. An array of such a type
// takes less memory. Operations compute with its elements in single precision, or in double
// precision if another operand has double precision. [Queue.Set] and [Queue.Cast] round results to
// a storage type.
//
// Single precision does not hold all integers of 32 bits. Operations that select elements keep them: views and moves,
// [Queue.Minimum], [Queue.Maximum], [Queue.Clamp] and [Queue.Where] of integers, [Queue.Min], [Queue.Max],
// [Queue.ArgMin], [Queue.ArgMax] and [Queue.OrderStatistic]. Their results have type Int32, too.
//
// A [Scalar] beyond the range of single precision is an error of an operation in single precision.
//
// # Reductions of special numbers
//
//	Min, Max                  NaN if an element is NaN
//	ArgMin, ArgMax            the first NaN if there is one; zeros of both signs are equal
//	OrderStatistic            NaN comes after all numbers, -0 before +0
//	Median, Quantile          NaN if an element is NaN; infinities are elements like others
//	Norm                      squares neither overflow nor vanish; NaN if an element is NaN
//	Sum, Mean, Dot            as additions in any order: if a partial sum overflows, the result may be infinite or NaN
//
// A GPU may replace denormals by zeros in Norm, Sum, Mean and Dot, and in Median and Quantile between two elements.
// Selections keep denormals, except in double-single. Double-single has no infinities.
//
// # Functions of special numbers
//
// Element-wise operations have the same results on both engines, for zeros of both signs, infinities, NaN and
// denormals:
//
//	Minimum, Maximum          NaN if an operand is NaN (NumPy); -0 is less than 0
//	Clamp                     Minimum(Maximum(a, lo), hi), which is hi if lo > hi (NumPy)
//	Where                     NaN and denormals are not 0, and select a (NumPy)
//	Less                      0 if an operand is NaN; zeros of both signs are equal
//	Exp, Log, Sqrt, Pow       C99, Annex F, and Annex G for complex elements
//	Abs, Phase                C99 hypot and atan2: an infinite part makes Abs infinite, even beside NaN
//	Mul of complex numbers    ac - bd + (ad + bc)i, also for infinities (NumPy)
//	Mul, Div of complex by real numbers    part by part (C99, G.5.1)
//	Div of complex numbers    scaled; infinite operands have the results of C99, G.5.1.1
//	x % y of a Func           fmod of C99; it is exact, except in double-single
//
// Errors of complex results are relative to their magnitude. If a part of a quotient overflows, a much smaller part
// is not defined.
//
// Some results depend on the device. A device may round a b + c once. It may also take denormals for zeros in
// arithmetic, in operators of a Func and in Exp, Sqrt and Pow. Minimum, Maximum, Clamp, Where, Less and Log of real
// numbers test bits, and keep denormals. The compiler of a device may assume that its own arithmetic makes no NaN in a
// kernel. Elements that a kernel loads are safe: see [Queue.Pin].
//
// Double-single has no infinities, and does not keep signs of zeros. The remainder x % y needs |x/y| < 2^40 there.
//
// # Accuracy
//
// Functions such as Exp and Phase, and the functions that a [Func] may call, have these relative errors:
//
//	float32         5e-7
//	float64         1e-15
//	double-single   1e-13, for results of magnitudes from 1e-23 to 3.4e38
//
// Sine, cosine and cis have these errors relative to 1 near their zeros. In float32 all their arguments may be used. In
// float64 the bounds hold for arguments up to 6000 in magnitude, and in double-single, too. Beyond that the errors grow
// with the argument, and from 2^32 on the results are NaN on a GPU. The bounds hold for exponents of Pow up to 10, and
// the errors grow with the exponent. Pow with a [Scalar] of 2, 3 or 4 multiplies.
//
// # Double precision
//
// A GPU computes float64 and complex128 in the engine's format of double precision. The format is
// float64 or double-single, a number that is the sum of two float32. [wgfft.Transforms.Format] of
// the engine's Double returns the format. The first step with double precision chooses it, which
// takes a second at most. If a device has neither format, the error of the step wraps
// errors.ErrUnsupported. Slices are float64 and complex128 in either format.
//
// Double-single has the range of float32: smaller results lose digits, and infinities become NaN.
// Larger numbers in Upload or Scalar are an error of the step.
//
// # Operations
//
// In addition to arithmetic and functions of elements there are
//
//   - transforms: [Queue.FFT] and its relatives, [Queue.RFFT], [Queue.DCT], [Queue.DST] and [Queue.Transform];
//   - convolutions made of them: [Queue.Convolve] and [Queue.Correlate];
//   - reductions: [Queue.Sum], [Queue.Norm], [Queue.Max], [Queue.ArgMax], [Queue.Median] and others;
//   - moves of elements: [Queue.Roll], [Queue.FFTShift], [Queue.Pad], and the views of an [Array];
//   - sources: [Iota], [FFTFreq], [Uniform], [Normal] and the methods of [Grid];
//   - functions of the program: [Queue.Apply].
//
// # Fusion
//
// A chain of element-wise operations is computed where it is used, without memory for intermediate
// results. A GPU computes it in one kernel, the CPU engine in blocks that fit the cache.
//
// On a GPU a transform computes the chain of its operand when it loads the operand. When it stores
// its result, it computes the Sets that depend on the result, if their arrays have the same shape.
// The result then needs no memory. There are two conditions for such a Set. All its other operands
// exist before the transform. No operation between the transform and the Set writes an array that
// the Set reads or writes, or reads an array that the Set writes. [Queue.Explain] shows which Sets
// a transform computes. A device with few bindings computes the chains in kernels of their own.
//
// All other results of transforms are kept in memory. A value that several kernels read is kept in
// memory if computing it again would take more time. A value is also kept in memory if a Set or an
// Upload writes one of its operands before its last use. [Queue.Pin] keeps a value in memory.
//
// On the CPU engine a result replaces a temporary operand that is not needed any more. The step
// q.Set(x, q.IFFT2(q.Mul(q.FFT2(x), gain))) has one temporary.
//
// Scalars and sources such as [Iota] have no memory.
//
// # Compilation
//
// A GPU compiles a kernel at the first step that needs it, which takes a few milliseconds to seconds.
// Another chain of operations, another shape and another element type need another kernel. Other
// arrays need none, and neither do other values of scalars, other offsets of views and other shifts
// of Roll: a loop over the rows of an array compiles its kernels once. [Queue.Warm] compiles the
// kernels of a step without computing it.
//
// # Limits
//
// An array fits one binding of the GPU. It has at most 2^31-1 elements and [MaxRank] axes.
package nd
