// Fourier transforms on the GPU of a web page, or on the CPU if the page has none.
//
// Functions copy their arguments before they return a promise, and results are new arrays. An array has at most 1 GiB.
// Promises are rejected with an Error, for example if an option has an unknown name. Engines and plans hold memory until
// close.
//
// Complex arrays hold real and imaginary parts in turn. Arrays are row-major, one after the other. Forward transforms
// have no factor, and inverse transforms divide by the number of points, unless norm selects another factor.

/**
 * The device that computes: "auto" (the GPU, or the CPU), "cpu", "gpu", "software", an adapter's index, part of its
 * name, or the page's device.
 */
export type Device = string | GPUDevice

export type Norm = "backward" | "ortho" | "forward"
export type Kind = "c2c" | "r2c" | "dct1" | "dct2" | "dct3" | "dct4" | "dst1" | "dst2" | "dst3" | "dst4"

export interface OpenOptions {
	device?: Device
	/** The storage that keeps wisdom about the device between visits, for example localStorage. */
	wisdom?: Pick<Storage, "getItem" | "setItem">
}

export interface TransformOptions {
	/** The shape of each array; the default is one axis with all elements. Real arrays count samples. */
	shape?: number[]
	/** The axes to transform; the default is all. -1 is the last. */
	axes?: number[]
	norm?: Norm
}

export interface Problem extends TransformOptions {
	shape: number[]
	kind?: Kind
	/** The number of arrays; the default is 1. */
	batch?: number
}

export interface Engine {
	/** The adapter's name, or "CPU engine". */
	readonly adapter: string
	readonly onGPU: boolean
	/** The reason for the CPU engine if the page did not request it, or "". */
	readonly reason: string
	fft(x: Float32Array, options?: TransformOptions): Promise<Float32Array>
	ifft(x: Float32Array, options?: TransformOptions): Promise<Float32Array>
	/** Samples to the bins 0 to n/2. */
	rfft(x: Float32Array, options?: TransformOptions): Promise<Float32Array>
	/** Bins to samples. Without a shape the number of samples is even. */
	irfft(x: Float32Array, options?: TransformOptions): Promise<Float32Array>
	/** Multiplies the half spectrum of each real array by the same gains, one for each bin of an array. */
	filter(x: Float32Array, gains: Float32Array, options?: TransformOptions): Promise<Float32Array>
	plan(problem: Problem): Promise<Plan>
	/** Frees the engine's memory. Calls of its plans are rejected after that. */
	close(): Promise<void>
}

/**
 * A buffer from its beginning or from an offset. The offset is in bytes and a multiple of the device's limit
 * minStorageBufferOffsetAlignment.
 */
export type Region = GPUBuffer | { buffer: GPUBuffer; offset?: number }

/** A prepared transform. r2c takes samples to the bins 0 to n/2 of the last axis, and inverse takes bins to samples. */
export interface Plan {
	forward(x: Float32Array): Promise<Float32Array>
	inverse(x: Float32Array): Promise<Float32Array>
	/**
	 * Records the transform of src to dst into an encoder. Only plans of engines that were opened with a GPUDevice have
	 * this method. The page finishes and submits the encoder after the promise is fulfilled. Buffers need the usages
	 * STORAGE, COPY_SRC and COPY_DST. Their data are as in forward. dst may be src, except for r2c.
	 */
	encodeForward?(encoder: GPUCommandEncoder, dst: Region, src: Region): Promise<void>
	encodeInverse?(encoder: GPUCommandEncoder, dst: Region, src: Region): Promise<void>
	close(): Promise<void>
}

export function open(options?: OpenOptions): Promise<Engine>
