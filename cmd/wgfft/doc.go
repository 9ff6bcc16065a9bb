// Command wgfft transforms NumPy files, draws spectrograms, filters images, and explains, times and
// verifies the transforms of package wgfft on a device.
//
//	wgfft fft IN.npy -o OUT.npy               Fourier transform of a NumPy array, along the last axis or --axes
//	wgfft rfft IN.npy -o OUT.npy              half spectrum of real input; irfft is the inverse
//	wgfft dct IN.npy -o OUT.npy --type 2      cosine transform; dst is the sine transform
//	wgfft convolve A.npy B.npy -o C.npy       convolution or correlation of an array with a kernel
//	wgfft spectrogram IN.wav -o OUT.png       spectrogram of an audio file
//	wgfft spectrum PHOTO -o OUT.png           spectrum of an image
//	wgfft filter PHOTO -o OUT.png --lowpass R image filtered by frequency
//	wgfft register A B                        shift of image B against A; -o aligns B with A
//	wgfft info                                adapters, and what to install if there is none
//	wgfft explain c2c:4096*16384              plan of a transform
//	wgfft bench c2c:4096*16384                time of a transform
//	wgfft tune c2c:4096*16384                 find the fastest kernels on this device, and save them
//	wgfft probe                               measure a device that no table describes, and save the result
//	wgfft wisdom show                         what tune found; export and import take it to other machines
//	wgfft verify                              check of the results
//
// Files of complex128 and float64 are computed in double precision, unless --precision names another.
//
// Data goes to standard output or the file after -o, messages to standard error.
//
// The exit status is
//
//	0     for success
//	1     for a failure: files, data, devices
//	2     for a usage error
//	124   after --timeout
//	128+n after signal n: 130 for Ctrl-C
//
// If native code of a driver aborts, the process prints its goroutines and ends with SIGABRT.
package main
