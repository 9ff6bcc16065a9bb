// Package tune searches for the fastest kernels of transforms on a device, within a budget of time, and writes down what it finds as wisdom.
//
// For each problem it measures the choice that the planner makes without wisdom and what was learnt before, then the other algorithms and splits
// (plan.Alternatives), and for each part of the best of them the kernels that the rules of package plan leave, those first that the model likes. Passes of
// several are measured by themselves, each class of them once, and splits are composed of the fastest; those of a convolution are replaced one by one in the
// whole, and so is the pass that takes columns and their mates. A third of the time that the alternatives leave, and what the rest of it leaves, is for choices drawn by chance near the best
// ones (plan.Nearby), for what the model can't tell apart; the search goes on from each that is better. On software drivers kernels whose threads do whole
// transforms come first, which the model, made for GPUs, would leave out. At the end the best and the untuned choice run in turns, and the untuned one wins
// ties: what is learnt is never slower, as far as a clock can tell. What was learnt before runs against that first, and if it is ahead the best must win
// against it.
//
// Nothing is timed before it has passed the comparison with float64 on the device. What fails goes into quarantine with its evidence.
//
// # References
//
// Dotsenko, Baghsorkhi, Lloyd and Govindaraju, Auto-tuning of fast Fourier transform on graphics processors, 2011 (what to vary, and what to leave out);
// Frigo and Johnson, FFTW, 1998 (wisdom).
package tune
