package main

import (
	"fmt"
	"maps"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"wgfft/plan"
	"wgfft/signals"
)

// description is the head of the help text.
const description = `Fast Fourier transforms on any GPU, through WebGPU.

A SPEC is KIND:SHAPE*BATCH, such as c2c:4096*16384 or r2c:512x512*256; kinds are c2c, r2c, c2r, ` +
	`dct1 to dct4 and dst1 to dst4.

Exit status: 0 for success, 1 for a failure, 2 for a usage error, 124 after --timeout, ` +
	`128 plus the signal number after a signal (130 for Ctrl-C).`

// toStdout ends the help text of an output file.
const toStdout = "; omit, or use -, for standard output."

// axesHelp is the help text of --axes without the full stop.
const axesHelp = "Axes to transform, comma-separated: counted from 0, or from the end as in --axes=-2,-1; or all"

// expandHelp replaces ${name} in the help texts of arguments and flags by a text of helpTexts. As variables of
// package kong, these texts would be expanded once for every flag, which takes longer than the rest of a short command.
func expandHelp(k *kong.Kong) error {
	texts := helpTexts()
	return kong.Visit(k.Model, func(v kong.Visitable, next kong.Next) error {
		value, ok := v.(*kong.Value)
		if !ok {
			return next(nil)
		}
		var err error
		value.Help = os.Expand(value.Help, func(name string) string {
			text, known := texts[name]
			if !known {
				err = fmt.Errorf("there is no help text %q", name)
			}
			return text
		})
		return next(err)
	})
}

// helpTexts are help texts that several commands share, or that are too long for a struct tag.
func helpTexts() map[string]string {
	texts := transformHelp()
	maps.Copy(texts, mediaHelp())
	maps.Copy(texts, toolHelp())
	return texts
}

// transformHelp are the help texts of engines, and of transforms and convolutions of arrays.
func transformHelp() map[string]string {
	return map[string]string{
		"device": "Device to use: auto, cpu, gpu, software, an adapter's index, or part of its name. auto takes the " +
			"best GPU, but the CPU if there is none, or if its work is done before a GPU is open.",
		"wisdom": "Tuning data to use: cache (written by tune), shipped, off, or a directory.",

		"spec":      "Transform: KIND:SHAPE*BATCH.",
		"specs":     "Transforms: KIND:SHAPE*BATCH.",
		"algorithm": "Algorithm, for comparison: " + plan.AlgorithmNames() + ".",
		"csv":       "Print comma-separated values.",
		"json":      "Print JSON.",

		"complex_in":  "Array of complex64, complex128, float32 or float64; - for standard input.",
		"real_in":     "Array of float32 or float64; - for standard input.",
		"complex_out": "File for the result, complex64, or complex128 in double precision" + toStdout,
		"real_out":    "File for the result, float32, or float64 in double precision" + toStdout,
		"precision": "Precision: auto (as the file), single (float32), double (the faster format of the device), " +
			"float64, double-single (the sum of two float32).",
		"quick": "Take the kernels that compile fastest. They may run up to three times as long. The CPU compiles " +
			"nothing.",
		"storage": "Type of complex points in GPU memory: float32, float16 or bfloat16.",
		"format": "Precision: single (float32), double (the faster format of the device), float64, " +
			"double-single (the sum of two float32).",
		"axes":      axesHelp + ".",
		"axes_half": axesHelp + ". The last one named holds the half spectrum.",
		"lengths": "Length of the transform along each axis, comma-separated, in the order of --axes: " +
			"shorter axes are padded with zeros, longer ones are cropped.",
		"memory": "Transform a file that is larger than memory: the memory that the process may use in all.",
		"scratch": "With --memory: the folder of the temporary file, which is as large as the result; " +
			"by default the folder of the result.",
		"norm": "Direction that carries the factor 1/N: backward, ortho, forward.",

		"irfft_lengths": "Length of the result along the axis of the half spectrum, or along each axis, " +
			"comma-separated, in the order of --axes. Required for odd lengths, because m bins belong to 2m-1 and " +
			"to 2m-2 samples. Missing bins are taken as zero, extra bins are ignored.",
		"trig_norm": "Direction that carries the factor: backward, forward; or ortho, which makes the transform " +
			"orthogonal.",

		"kernel_in": "Kernel: an array whose axes match the last axes of A. Every part of A along these axes is " +
			"convolved with it. Without --precision, both files must have the same precision.",
		"convolve_out": "File for the result, complex, or real if both arrays are real" + toStdout,
		"mode": "Part of the result, as in scipy.signal: full, same (centred), valid (only where both overlap " +
			"completely); or circular.",
	}
}

// mediaHelp are the help texts of audio files and images.
func mediaHelp() map[string]string {
	return map[string]string{
		"windows": strings.Join(signals.WindowNames(), ", "),
		"wav_in":  "Audio file, PCM or float; - for standard input. All channels are mixed.",
		"window_length": "Window length in samples; default: 40 to 50 ms. A shorter recording uses windows of " +
			"its own length.",

		"photo_in":   "Image: PNG, JPEG or TIFF; - for standard input.",
		"edges":      "How the image is extended beyond its edges: reflect, periodic.",
		"range":      "Dynamic range in dB below the peak.",
		"or_stdout":  toStdout,
		"max_memory": "Refuse images that take more memory, such as 512MiB. A pixel takes 15 to 50 bytes.",
		"filter_out": "File for the result, 16 bits per channel if the image has them" + toStdout,
		"spectrum_out": "File for the spectrum, greyscale, 16 bits if the image has them" +
			toStdout,
		"lowpass": "Keep frequencies below R cycles per pixel: 0.1 keeps periods longer than 10 pixels.",
		"sharpen": "Unsharp mask: amount A, radius S (standard deviation in pixels, default: 1).",
		"notch": "Remove the frequency of U cycles per pixel to the right and V downwards, and all frequencies " +
			"within R of it (default: 0.01). May be repeated.",
		"register_b": "Image of the same size: the shift is of B against A, in pixels to the right and downwards.",
		"register_out": "File for B aligned with A, 16 bits per channel if B has them; - for standard output. " +
			"The shift is printed, too.",
		"register_edges": "How B is extended beyond its edges, with -o: " +
			"reflect (default), periodic.",
	}
}

// toolHelp are the help texts of commands that plan, time and check transforms.
func toolHelp() map[string]string {
	return map[string]string{
		"limits": "Plan for a known device without a GPU, with the wisdom shipped for it: default, h200, lavapipe, " +
			"swiftshader.",
		"wgsl":          "Print the WGSL of the kernels in place of the plan.",
		"bench_inplace": "Transform in place, repeatedly, with the ortho norm, which keeps the magnitude.",
		"verify_specs": "Transforms: KIND:SHAPE*BATCH. Default: a set with every kind of butterfly, several axes, " +
			"and real, cosine and sine transforms.",
	}
}
