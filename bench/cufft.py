#!/usr/bin/env python3
"""cuFFT's side of the comparison, through CuPy: prints spec,cufft_ms for each spec.

usage: python3 bench/cufft.py $(cat bench/specs.txt) > cufft.csv
       python3 bench/cufft.py --h2h c2c:4096*4096      host array to host array

Wants Linux, an NVIDIA GPU, NumPy and CuPy. One forward complex transform of single precision, along all axes of a spec (three at most),
out of place, on random data that is on the GPU already; the median of seven loops of at least 40 ms after 150 ms of warm-up, timed by CUDA events.
"""

import math
import statistics
import sys
import time

import cupy
import numpy
from cupy.cuda import cufft
from cupyx.scipy.fftpack import get_fft_plan


def shape_of(spec):
    kind, _, rest = spec.partition(":")
    if kind != "c2c":
        sys.exit(f"{spec}: only c2c is compared")
    dims, _, batch = rest.partition("*")
    shape = tuple(int(n) for n in dims.split("x"))
    if len(shape) > 3:
        sys.exit(f"{spec}: cuFFT transforms along three axes at most")
    return shape, int(batch or 1)


def random_points(count):
    parts = numpy.random.default_rng(7).uniform(-1, 1, (count, 2)).astype(numpy.float32)
    return parts.view(numpy.complex64).reshape(count)


def milliseconds(work):
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()

    def loop(times):
        begin.record()
        for _ in range(times):
            work()
        end.record()
        end.synchronize()
        return cupy.cuda.get_elapsed_time(begin, end) / times

    loop(2)
    guess = max(loop(3), 1e-3)
    loop(int(150 / guess) + 1)
    times = int(40 / guess) + 1
    return statistics.median(loop(times) for _ in range(7))


def resident(spec):
    shape, batch = shape_of(spec)
    points = math.prod(shape) * batch
    tile = random_points(min(points, 1 << 23))
    source = cupy.resize(cupy.asarray(tile), points)
    if len(shape) == 1:
        plan = cufft.Plan1d(shape[0], cufft.CUFFT_C2C, batch)
    else:
        source = source.reshape(batch, *shape)
        plan = get_fft_plan(source, axes=tuple(range(1, source.ndim)))
    target = cupy.empty_like(source)
    return milliseconds(lambda: plan.fft(source, target, cufft.CUFFT_FORWARD))


def host_to_host(spec):
    shape, batch = shape_of(spec)
    source = random_points(math.prod(shape) * batch).reshape(batch, *shape)
    axes = tuple(range(1, source.ndim))
    times = []
    for _ in range(9):
        start = time.perf_counter()
        cupy.fft.fftn(cupy.asarray(source), axes=axes).get()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[2:])


def main(arguments):
    measure = resident
    if arguments[:1] == ["--h2h"]:
        measure, arguments = host_to_host, arguments[1:]
    print("spec,cufft_ms")
    for spec in arguments:
        print(f"{spec},{measure(spec):.4f}", flush=True)
        cupy.get_default_memory_pool().free_all_blocks()


main(sys.argv[1:])
