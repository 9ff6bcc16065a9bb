// Package signals looks at real signals through short frames: windows, the short-time Fourier transform and its inverse, and power
// spectra by Welch's method, of slices or of streams, on a [wgfft.Engine].
//
// # Frames
//
// A frame is N samples, and the next begins H samples, the hop, later. It is weighted with a window w in its periodic form, filled up with
// zeros to M >= N points, and transformed; with b_i the sample that frame i begins with,
//
//	X_i[k] = sum over j < N of x[b_i + j] w[j] exp(-2 pi i jk / M)        k = 0 ... M/2
//
// There is no factor: a sine of amplitude A at the frequency of a bin reaches A/2 times the sum of w there.
//
// Frames are [Centred] or [Whole]. Centred ones are those of scipy.signal.stft: frame i has sample iH in its middle, b_i = iH - N/2 rounded up,
// the signal lies between zeros, and there are as many frames as it takes for the middle of the last to come to the end of the signal.
// Whole ones have b_i = iH, and samples at the end that fill no frame are left out. The spectra of all frames lie one
// after the other, frames x bins.
//
// # Inverse
//
// The signal whose frames, weighted with w, come nearest to the inverse transforms y_i of the spectra, in the Euclidean norm, is
//
//	x[t] = sum over i of w[t - b_i] y_i[t - b_i] / sum over i of w[t - b_i]^2
//
// (Griffin and Lim 1984): frames weighted once more, overlapped, added and divided. It is the signal itself, to rounding, where they are its
// spectra, for every window and hop that leave no sample without weight; [CheckNOLA] says which do. Errors of the spectra grow in
// it by at most the root mean square of w over the root of the least of the sums below, which is near 1 for a Hann window and a
// hop of half a frame or less. Windows for which the sum of w itself is constant, so that frames could be added without being weighted
// again, are those [CheckCOLA] finds.
//
// # Power spectra
//
// Welch's method takes a trend off each whole frame, here called a segment, and averages over the segments, with r the sampling rate,
//
//	P[k] = c_k |X_i[k]|^2 / (r sum of w^2)      density, in squares of the unit per Hz
//	P[k] = c_k |X_i[k]|^2 / (sum of w)^2        spectrum, in squares of the unit
//
// where c_k is 1 for frequency 0 and, for even M, for the highest, and otherwise 2, for half of the power lies at negative frequencies. White
// noise of variance s^2 has the density 2 s^2 / r; a sine of amplitude A at the frequency of a bin has the spectrum A^2 / 2 there. The average
// is the mean, or the median, which a few loud segments do not move, over its expectation for n exponential variables
//
//	b(n) = 1 - 1/2 + 1/3 - ... + 1/n        n odd; of n-1 for even n
//
// which powers of noise are in every bin but the two at the ends: there the median is a third too low. These are the definitions of scipy.signal.welch and csd.
//
// # Windows
//
// With u = k/n for the n points of the periodic form, k/(n-1) for the symmetric one, whose both ends are alike,
//
//	                 w                                                          main lobe, highest side lobe
//	rect             1                                                           2 bins,  -13 dB
//	hann             0.5 - 0.5 cos 2 pi u                                        4 bins,  -31 dB
//	hamming          0.54 - 0.46 cos 2 pi u                                      4 bins,  -43 dB
//	blackman         0.42 - 0.5 cos 2 pi u + 0.08 cos 4 pi u                     6 bins,  -58 dB
//	blackmanharris   four terms                                                  8 bins,  -92 dB
//	flattop          five terms                                                 10 bins,  -93 dB
//	kaiser:BETA      I_0(BETA sqrt(1 - (2u-1)^2)) / I_0(BETA)                   2 sqrt(1 + (BETA/pi)^2) bins
//	tukey:ALPHA      0.5 - 0.5 cos(2 pi u / ALPHA) within ALPHA/2 of the ends, else 1
//	gaussian:SIGMA   exp(-d^2 / (2 SIGMA^2)), d samples from the middle
//
// Hann is the one to start with; rect separates two equal tones best; blackman and blackmanharris find a faint tone beside a strong one;
// flattop reads the height of a tone that lies between two bins; kaiser trades one for the other.
//
// # Streams
//
// A signal need not be in memory: a [SampleReader] delivers it, and [STFT.Stream], [STFT.InverseStream] and [Welch.PowerStream] hold no more
// than a block of frames. They make the same transforms as their counterparts for slices, and so the same bits.
//
// # References
//
// F. J. Harris 1978, On the use of windows for harmonic analysis with the discrete Fourier transform. G. D'Antona and A. Ferrero 2006, Digital
// signal processing for measurement systems, for flattop. J. F. Kaiser and R. W. Schafer 1980, On the use of the I0-sinh window for spectrum
// analysis. J. B. Allen and L. R. Rabiner 1977, A unified approach to short-time Fourier analysis and synthesis. D. W. Griffin and J. S. Lim
// 1984, Signal estimation from modified short-time Fourier transform. P. D. Welch 1967, The use of fast Fourier transform for the
// estimation of power spectra. B. Allen et al. 2012, FINDCHIRP, for the median.
package signals
