// Command lighthouse writes examples/data/lighthouse.png, a made-up photograph of 384 x 256 pixels in 8 bits: a lighthouse on a cliff under an evening
// sky, with the grain of a sensor, and over it the stripes that a mains hum leaves in a bad camera.
//
//	go run ./examples/data/gen/lighthouse [-o FILE] [-dx PIXELS] [-dy PIXELS] [-seed N]
//
// With -dx and -dy the camera points elsewhere, so that the scene, and the scene alone, is moved by so many pixels to the right and downwards, whole
// or not; with -seed the grain is that of another exposure. Each pixel is the mean of 4 x 4 points of the scene.
//
// Clouds, sea and rock are sums of octaves of smoothed noise on a lattice; the stripes are one wave of the frequency (0.1875, 0.109375) cycles
// per pixel and its octave, so that a spectrum shows four points that do not belong to the scene. Noise comes from fixed seeds, so the
// file is the same everywhere, up to the last bit where a processor fuses multiplication and addition.
//
// Reference for the octaves: K. Perlin 1985, "An image synthesizer".
package main
