// Package signals analyses real signals in short frames on a [wgfft.Engine]. It has window
// functions, the short-time Fourier transform and its inverse, and power spectra by Welch's
// method. Each works on slices and on streams.
//
//	s, err := signals.NewSTFT(engine, signals.STFTConfig{Frame: 512, Hop: 128})
//	if err != nil {
//		return err
//	}
//	spectra, err := s.Forward(ctx, nil, samples) // s.Frames(len(samples)) x s.Bins()
//	// change spectra
//	samples, err = s.Inverse(ctx, nil, spectra, len(samples))
//
// Definitions and conventions follow scipy.signal.
//
// # Frames
//
// A frame has N samples. Frame i begins at sample b_i, and frames begin H samples (the hop) apart.
// A frame is multiplied by the periodic window w, padded with zeros to M >= N points, and
// transformed:
//
//	X_i[k] = sum over j < N of x[b_i + j] w[j] exp(-2 pi i jk / M)        k = 0 ... M/2       (1)
//
// The transform has no scale factor: a sine of amplitude A at the frequency of a bin has the
// magnitude A/2 times the sum of w in that bin. Spectra are stored as a row-major array of
// frames x bins.
//
// [Edges] selects the frames:
//
//   - [Centred] frames are centred on samples 0, H, 2H, ..., so b_i = iH - floor(N/2). The signal
//     is padded with zeros on both sides. The last frame is the first one whose centre reaches the
//     end of the signal. This is scipy.signal.stft with its default boundary and padding.
//   - [Whole] frames have b_i = iH and lie within the signal. Samples after the last frame are
//     not used.
//
// # Inverse
//
// Let y_i be the inverse transforms of the spectra. The inverse is the signal whose windowed
// frames are closest to y_i in the least-squares sense (Griffin and Lim 1984):
//
//	x[t] = sum over i of w[t - b_i] y_i[t - b_i] / sum over i of w[t - b_i]^2                 (2)
//
// The frames are windowed again, overlapped, added and divided by the sum of squared weights. If
// the spectra were not changed, the result is the signal itself, up to rounding. This requires
// that every sample has a nonzero weight in some frame; see [CheckNOLA]. An error e in the spectra
// grows at most by the factor
//
//	rms(w) / sqrt(min over t of sum over i of w[t - b_i]^2)                                   (3)
//
// which is close to 1 for a Hann window and a hop of at most half a frame. [CheckCOLA] finds the
// windows whose overlapped sum is constant; their frames can be added without a second weighting.
//
// # Power spectra
//
// Welch's method takes [Whole] frames, here called segments, removes a trend from each, and averages
// over the segments. With the sampling rate r,
//
//	P[k] = c_k |X_i[k]|^2 / (r sum of w^2)      density, in squared units per Hz               (4)
//	P[k] = c_k |X_i[k]|^2 / (sum of w)^2        spectrum, in squared units                     (5)
//
// The factor c_k is 1 at frequency 0 and, for even M, at the Nyquist frequency. Elsewhere it is 2,
// because half of the power is at negative frequencies. White noise of variance s^2 has the
// density 2 s^2 / r. A sine of amplitude A at the frequency of a bin has the spectrum A^2 / 2.
//
// The average is the mean or the median. The median is robust against a few loud segments. It is
// divided by its expectation for n exponential variables of mean 1:
//
//	b(n) = 1 - 1/2 + 1/3 - ... + 1/n        n odd; b(n) = b(n-1) for even n                    (6)
//
// The powers of noise are exponential in every bin except the first and, for even M, the last. The
// median is a third too low in those two bins. The definitions agree with scipy.signal.welch and csd.
//
// # Windows
//
// A window of n points is a function of u. The periodic form has u = k/n. The symmetric form, whose
// first and last points are equal, has u = k/(n-1).
//
//	                 w                                                main lobe, highest side lobe
//	rect             1                                                 2 bins,  -13 dB
//	hann             0.5 - 0.5 cos 2 pi u                              4 bins,  -31 dB
//	hamming          0.54 - 0.46 cos 2 pi u                            4 bins,  -43 dB
//	blackman         0.42 - 0.5 cos 2 pi u + 0.08 cos 4 pi u           6 bins,  -58 dB
//	blackmanharris   four cosine terms                                 8 bins,  -92 dB
//	flattop          five cosine terms                                10 bins,  -93 dB
//	kaiser:BETA      I_0(BETA sqrt(1 - (2u-1)^2)) / I_0(BETA)         2 sqrt(1 + (BETA/pi)^2) bins
//	tukey:ALPHA      0.5 - 0.5 cos(2 pi u / ALPHA) within ALPHA/2 of the ends, otherwise 1
//	gaussian:SIGMA   exp(-d^2 / (2 SIGMA^2)), d samples from the centre
//
// Hann is a good default. rect separates two equally strong tones best. blackman and
// blackmanharris find a weak tone next to a strong one. flattop measures the amplitude of a tone
// between two bins. kaiser trades the width of the main lobe against the height of the side lobes.
//
// # Streams
//
// A signal does not have to be in memory. [STFT.Stream], [STFT.InverseStream] and
// [Welch.PowerStream] read from a [SampleReader] and hold one block of frames at a time. They
// return the same bits as the methods for slices.
//
// # Arrays
//
// [ArraySTFT], [ArrayWelch] and [Detrend.Remove] compute with arrays of package nd, which stay in the memory of a
// GPU. They hold all frames of a signal at once, and add in single precision, or in double precision with
// [ArrayOptions]. An array may hold several signals, such as the channels of a sound.
//
//	spectra := stft.Forward(q, signal)                    // Frames x Bins
//	quiet := q.Where(q.Less(q.Abs(spectra), limit), nd.Scalar(0), spectra)
//	signal = stft.Inverse(q, quiet, samples)
//
// # References
//
//   - J. B. Allen and L. R. Rabiner 1977, A unified approach to short-time Fourier analysis and
//     synthesis.
//   - D. W. Griffin and J. S. Lim 1984, Signal estimation from modified short-time Fourier transform.
//   - P. D. Welch 1967, The use of fast Fourier transform for the estimation of power spectra.
//   - B. Allen et al. 2012, FINDCHIRP, for the expectation of the median.
//   - F. J. Harris 1978, On the use of windows for harmonic analysis with the discrete Fourier
//     transform.
//   - J. F. Kaiser and R. W. Schafer 1980, On the use of the I0-sinh window for spectrum analysis.
//   - G. D'Antona and A. Ferrero 2006, Digital signal processing for measurement systems, for flattop.
package signals
