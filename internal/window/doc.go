// Package window gives the window functions that frames of a signal are weighted with before a
// short-time Fourier transform.
//
// All are sums of cosines over n points in their periodic form, the one for spectra: its n points
// are the first n of the symmetric window of n+1 points, so that n-point frames at a hop that
// divides n add up to a constant.
//
//	w[k] = a_0 - a_1 cos(2 pi k / n) + a_2 cos(4 pi k / n) - ...        k = 0 ... n-1
//
//	            a_0         a_1         a_2         a_3          a_4          main lobe, highest side lobe
//	rect        1                                                             2 bins,  -13 dB
//	hann        0.5         0.5                                               4 bins,  -31 dB
//	hamming     0.54        0.46                                              4 bins,  -43 dB
//	blackman    0.42        0.5         0.08                                  6 bins,  -58 dB
//	flattop     0.21557895  0.41663158  0.277263158 0.083578947  0.006947368  10 bins, -93 dB
//
// Hann is the one to start with; rect separates two equal tones best; blackman finds a faint tone
// beside a strong one; flattop reads the height of a tone that lies between two bins. The mean of w,
// by which a spectrum's height is divided, is a_0.
//
// They are not taken from gonum.org/v1/gonum/dsp/window, which has the symmetric form only; a test
// holds them against it.
//
// References: F. J. Harris 1978, "On the use of windows for harmonic analysis with the discrete
// Fourier transform"; for flattop G. D'Antona and A. Ferrero 2006, "Digital signal processing for
// measurement systems", as in SciPy and gonum.
package window
