// Package tune searches for the fastest kernels of transforms on a device, within a budget of time,
// and returns its results as wisdom.
//
// For each problem it measures, in this order:
//
//   - the choice that the planner makes without wisdom, and the entry that the wisdom has;
//   - the other algorithms and splits (choose.Alternatives);
//   - for each part of the best of them, the kernels that the pruning rules leave (OnePass), in
//     the order of the cost model;
//   - random choices near the best ones (Neighbor), because the model can't tell some kernels
//     apart. The search continues from each one that is faster.
//
// The random choices have a third of the time that remains after the alternatives, and the time
// that the third item does not need.
//
// If a plan has several passes, each class of passes is measured once, alone. Splits are composed
// of the fastest passes. The passes of a convolution, and the pass of mirrored columns, are
// replaced one by one in the whole plan. On software drivers kernels with whole transforms in one
// thread come first. The cost model for GPUs would leave them out.
//
// At the end the best choices run in turns with the untuned one, which wins ties. A learnt choice
// is therefore never slower, as far as a clock can tell. The entry that the wisdom had runs against
// the untuned choice first. If it is faster, the best choices must win against it.
//
// A choice is timed only after its results passed the comparison with float64 on the device.
// Kernels that fail go into quarantine with their evidence.
//
// # References
//
// Dotsenko, Baghsorkhi, Lloyd and Govindaraju, Auto-tuning of fast Fourier transform on graphics
// processors, 2011 (what to vary, and what to leave out). Frigo and Johnson, FFTW, 1998 (wisdom).
package tune
