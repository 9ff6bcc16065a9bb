#!/usr/bin/env python3
"""Measures the convolution of bench/layouts in CuPy and prints its time in ms.

64 real images of 2048x2048 on the GPU, a kernel of 63x63, mode same; measured as in cufft.py. Needs Linux,
an NVIDIA GPU, NumPy and CuPy.
"""

import cupy
from cufft import milliseconds
from cupyx.scipy.signal import fftconvolve

images = cupy.random.uniform(-1, 1, (64, 2048, 2048)).astype(cupy.float32)
kernel = cupy.random.uniform(-1, 1, (1, 63, 63)).astype(cupy.float32)
print(f"{milliseconds(lambda: fftconvolve(images, kernel, mode='same', axes=(1, 2))):.4f}")
