// Package stft computes the short-time Fourier transform of a real signal through the front door, as levels to draw.
//
// # Maths
//
// Frame i stands for the samples from i hop up to (i+1) hop. It takes the n samples round their middle, zero before the
// beginning and behind the end of the signal, weighted with a window w:
//
//	X_i[k] = sum over j of x[i hop + (hop - n)/2 + j] w[j] exp(-2 pi i jk / n)        k = 0 ... n/2
//
// A signal of at most n samples is one frame, from its first sample on. The level of a bin is
//
//	L_i[k] = 20 log10(c_k |X_i[k]| / sum of w)      c_k = 1 for k = 0 and k = n/2, otherwise 2
//
// in dBFS: a sine of amplitude 1 at the frequency of a bin has 0 dB there whatever the window, since half of it lies at the
// negative frequency.
//
// # Memory
//
// Frames go through the transform in blocks. Where there are more of them than moments asked for, neighbours share a moment
// and the loudest of them counts in each bin, as a picture with few pixels shows it; so the result has the size
// asked for however long the signal is.
//
// Reference: J. B. Allen and L. R. Rabiner 1977, "A unified approach to short-time Fourier analysis and synthesis".
package stft
