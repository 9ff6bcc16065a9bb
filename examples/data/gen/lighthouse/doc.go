// Command lighthouse writes examples/data/lighthouse.png, a synthetic photograph of 384 x 256 pixels
// in 8 bits. It shows a lighthouse on a cliff under an evening sky, with sensor noise. Stripes cover
// the image, like the hum of the mains in a bad camera.
//
//	go run ./examples/data/gen/lighthouse [-o FILE] [-dx PIXELS] [-dy PIXELS] [-seed N]
//
// -dx and -dy shift the scene, but not the stripes, to the right and downwards. Fractions of a pixel
// are allowed. -seed selects the noise of another exposure. Each pixel is the mean of 4 x 4 points of
// the scene.
//
// Clouds, sea and rock are sums of octaves of smoothed lattice noise (Perlin 1985):
//
//	o(x, y) = sum over i of s^i n(2^i x, 2^i y) / sum over i of s^i                           (1)
//
// Each octave i has its own seed and offset.
//
// The stripes are a wave of the frequency (0.1875, 0.109375) cycles per pixel and its octave. They
// add four points to the spectrum of the scene. The seeds are fixed, so the file is the same
// everywhere, except for the last bit on processors that fuse multiplication and addition.
//
// Reference: K. Perlin 1985, An image synthesizer.
package main
