// Package plan decides how a transform is done. A [Problem] says what is wanted; [Make] answers with a [Plan],
// a tree of algorithms that prints itself, for a device of given limits; [Plan.Schedule] flattens the tree to the
// passes an executor plays, with the buffers they touch and the tables they read. Nothing here needs a device.
//
// # Choosing a kernel
//
// A point count that one workgroup can hold is one pass of Stockham stages. Its radices, the points a thread
// holds, the transforms a workgroup does, the exchange and its layout follow from a rule in rule.go: all
// factorisations of N into radices are compared by a cost that counts, per point, the instructions of the
// butterflies, the elements exchanged, the bank conflicts of the exchange as counted on the index maps themselves,
// and the threads that idle; measured favourites come first. The weights, those of rows, of columns and of rows of bins, were fitted to measurements on an NVIDIA H200
// (bench/fit, bench/sweep_h200.csv).
//
// Arrays of several short axes that one workgroup holds are one pass too; of longer ones rows may take the first factor of the columns with them (straddle.go), and the
// rest of the columns may go with the axis beyond (thirdaxis.go). The rule takes matrix products for their small DFTs
// (products.go) only if a measured favourite has them.
//
// # Longer lengths, and others
//
// What no workgroup holds is done in several passes (package hier), split so that the cost of their kernels is least, in Stockham's
// order or in the transposed one, or one radix a pass where that is cheaper ([Algorithm]). A length with one prime factor above 31 may have
// a Rader stage in its kernel, or is up to 47 points one butterfly; the others go through Bluestein's convolution (bluestein.go) of the smooth length that costs least: in one
// pass, or in three and more.
//
// Where the data lie between passes is in route.go: where there is room a pass writes elsewhere than it reads, for that is faster. Rows there and back
// that nobody measured cost more than the model says, and are doubted (doubt.go).
//
// # Real transforms
//
// Spectra of real numbers, sine and cosine transforms go through complex transforms of half as many points, or as many (package realdct says how): the line of
// such an axis has a Way, and what is chosen for it are the kernels of its complex transforms, with the arrangement of the rows in the first
// load and the last store. Only behind Bluestein's convolution of several passes is there a pass more, which takes points k and -k together.
// Rows of odd length are points without an imaginary part: as a pass waits for memory and not for arithmetic that costs nothing, and no row has another's
// rounding errors, as two rows in one transform would (Problem.Together asks for that).
//
// An array of real numbers goes along its last axis last, with pairs of numbers as complex points along the axes before; back, first. A workgroup takes a row of that axis and the one of
// opposite frequencies, of which the bins of both are made (opposite.go).
//
// In place a half spectrum lies where its row of numbers lay (overlay.go): a workgroup reads whole rows before it writes them. Columns of numbers,
// which do not lie on their spectra, and rows of several passes go by way of scratch.
//
// # Convolutions
//
// A [Convolution] goes along its axes one after the other, there along each but one, there and back along that one in a kernel that multiplies by
// the spectrum between, and back along the others (legs.go). On the way arrays are as long along an axis as they must be: they grow when the axis is
// transformed, from what there is, and shrink when it is transformed back, to what is wanted, so that zeros are neither read nor written. The
// kernel lies among the points of the transforms so that the wanted elements are the first (reach.go).
//
// # What is too much at once
//
// A batch that a binding does not hold is done in parts, a transform that it does not hold lies in pages, and dispatches and submissions
// are cut so that none is long (parts.go). All of it is decided here. Refused for their size are what 32-bit indices can't
// count, what the device has no bindings for, batches that nothing can align, and more memory than GPUs have.
//
// # What is measured
//
// The choice is apart from the planning ([Choose], [With]), so that measurements can take its place. The space of
// choices is data: kernels of one pass ([OnePass], [Space]), splits and the places of their passes ([Splits]), and whole
// choices ([Alternatives]), as far as the rules leave them (rules.go).
// [Wisdom] is what was measured on a device, as a value and as a file. Files are trusted in nothing: [Admit] takes from them only what this package would do
// itself in another way, so that they may make a plan slow but not wrong.
//
// # References
//
// Govindaraju et al. 2008 for the passes; Dotsenko et al. 2011 for the parameters; Bluestein 1970 and Rader 1968 for the convolutions;
// Mitra and Srinivasan 2011 for the matrix products; Frigo and Johnson 1998 (FFTW) for plans as trees that print themselves.
package plan
