// Command wgfft transforms files, draws spectrograms, filters pictures, and shows, checks and times what the library does on the adapter
// at hand.
//
//	wgfft fft IN.npy -o OUT.npy               Fourier transform of a NumPy array along its last axis, or others
//	wgfft rfft IN.npy -o OUT.npy              real numbers to the half of their spectrum; irfft goes back
//	wgfft dct IN.npy -o OUT.npy --type 2      cosine transform; dst is the sine transform
//	wgfft convolve A.npy B.npy -o C.npy       convolution or correlation of an array with a kernel
//	wgfft spectrogram IN.wav -o OUT.png       picture of a sound
//	wgfft spectrum PHOTO -o OUT.png           frequencies of a picture
//	wgfft filter PHOTO -o OUT.png --lowpass R the picture without some of them
//	wgfft register A B                        how far a picture is moved against another; -o moves it back
//	wgfft info                                adapters, and what to install where there is none
//	wgfft explain c2c:4096*16384              how a transform is done
//	wgfft bench c2c:4096*16384                how long it takes
//	wgfft tune c2c:4096*16384                 find the fastest kernels here, and keep them
//	wgfft wisdom show                         what tune found; export and import take it elsewhere
//	wgfft verify                              whether the results are right
//
// Data goes to standard output or the file after -o, messages to standard error.
//
// The exit status is
//
//	0     for success
//	1     for a failure: files, data, devices
//	2     for a command line that makes no sense
//	124   after --timeout
//	128+n after signal n: 130 for Ctrl-C
//
// Where native code of a driver aborts, goroutines are printed and the process ends by SIGABRT.
package main
