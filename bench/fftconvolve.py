#!/usr/bin/env python3
"""The convolution of bench/layouts by CuPy: 64 images of 2048x2048 with 63x63, mode same, real numbers that are on the GPU.

Wants Linux, an NVIDIA GPU, NumPy and CuPy. Prints the median of seven loops of at least 40 ms after 150 ms of warm-up, in ms.
"""

import cupy
from cufft import milliseconds
from cupyx.scipy.signal import fftconvolve

images = cupy.random.uniform(-1, 1, (64, 2048, 2048)).astype(cupy.float32)
kernel = cupy.random.uniform(-1, 1, (1, 63, 63)).astype(cupy.float32)
print(f"{milliseconds(lambda: fftconvolve(images, kernel, mode='same', axes=(1, 2))):.4f}")
