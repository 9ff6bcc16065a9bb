// Command gen writes examples/data/dawn.wav, eight seconds of a synthetic dawn chorus at 22050 Hz:
// birds, a distant church bell and some wind.
//
//	go run ./examples/data/gen [-o FILE]
//
// The signal is a sum of gliding tones, so a spectrogram shows each part of the score:
//
//   - blackbird: curves with a faint octave
//   - chaffinch: falling strokes
//   - wren: a comb
//   - great tit: a zigzag of two notes
//   - lark: a wave
//   - cuckoo: two steps with harmonics
//   - bell: inharmonic lines; the higher ones decay faster
//
// A note of pitch f(t) and envelope a(t) is
//
//	a(t) sum over h of c_h sin(h phi(t))        phi(t) = 2 pi times the sum of f(t) / rate    (1)
//
// The seed of the noise is fixed. The file is therefore the same everywhere, except for the last bit
// on processors that fuse multiplication and addition.
//
// Reference for the bell's partials: N. H. Fletcher and T. D. Rossing 1998, The Physics of Musical
// Instruments, chapter 21.
package main
