#!/usr/bin/env python3
"""Measures cuFFT through CuPy and prints spec,cufft_ms for each spec.

usage: python3 bench/cufft.py $(cat bench/specs.txt) > cufft.csv
       python3 bench/cufft.py --h2h c2c:4096*4096      host array to host array

Needs Linux, an NVIDIA GPU, NumPy and CuPy. A spec is one transform in single precision (c2c forward,
r2c or c2r) along all of its axes, three at most. It is out of place, on random data that is on the GPU
already.

The time is the median of seven loops of at least 40 ms after 150 ms of warm-up, by CUDA events. A rest of
80 ms precedes each loop, because the GPU lowers its clocks without rests. If cuFFT changes the source of a
c2r, each transform follows a copy, and the time of the copy is subtracted.

CuPy has sine and cosine transforms of types 2 and 3, which it makes of cuFFT and kernels of its own. The
field is empty for other types.
"""

import math
import statistics
import sys
import time

import cupy
import cupyx.scipy.fft
import numpy
from cupy.cuda import cufft
from cupyx.scipy.fftpack import get_fft_plan

TYPES = {"c2c": cufft.CUFFT_C2C, "r2c": cufft.CUFFT_R2C, "c2r": cufft.CUFFT_C2R}
SINES_AND_COSINES = [name + str(number) for name in ("dct", "dst") for number in (1, 2, 3, 4)]


def parse(spec):
    kind, _, rest = spec.partition(":")
    if kind not in TYPES and kind not in SINES_AND_COSINES:
        sys.exit(f"{spec}: kinds are {', '.join([*TYPES, *SINES_AND_COSINES])}")
    dims, _, batch = rest.partition("*")
    shape = tuple(int(n) for n in dims.split("x"))
    if len(shape) > 3:
        sys.exit(f"{spec}: cuFFT takes three axes at most")
    return kind, shape, int(batch or 1)


def ends(kind, shape):
    """Returns the shapes and element types of source and target."""
    bins = shape[:-1] + (shape[-1] // 2 + 1,)
    numbers, points, half = (shape, numpy.float32), (shape, numpy.complex64), (bins, numpy.complex64)
    if kind == "c2c":
        return points, points
    if kind == "r2c":
        return numbers, half
    if kind == "c2r":
        return half, numbers
    return numbers, numbers


REST = 0.08  # s

drawn = numpy.empty(0, numpy.float32)


def random_elements(count, dtype):
    global drawn
    floats = count * numpy.dtype(dtype).itemsize // 4
    if drawn.size < floats:
        drawn = 2 * numpy.random.default_rng(7).random(floats, numpy.float32) - 1
    return drawn[:floats].view(dtype)


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

    def rested():
        time.sleep(REST)
        return loop(times)

    return statistics.median(rested() for _ in range(7))


def resident(spec):
    kind, shape, batch = parse(spec)
    if kind in SINES_AND_COSINES and kind[3:] not in ("2", "3"):
        return None
    (dims, dtype), (target_dims, target_dtype) = ends(kind, shape)
    count = math.prod(dims) * batch
    tile = cupy.asarray(random_elements(min(count, 1 << 23), dtype))
    source = cupy.resize(tile, (batch, *dims))
    axes = tuple(range(1, source.ndim))
    if kind not in TYPES:
        transform_n = cupyx.scipy.fft.dctn if kind.startswith("dct") else cupyx.scipy.fft.dstn
        return milliseconds(lambda: transform_n(source, type=int(kind[3:]), axes=axes))
    if len(shape) == 1:
        plan = cufft.Plan1d(shape[0], TYPES[kind], batch)
    else:
        plan = get_fft_plan(source, shape=shape, axes=axes, value_type=kind.upper())
    target = cupy.empty((batch, *target_dims), target_dtype)
    direction = cufft.CUFFT_INVERSE if kind == "c2r" else cufft.CUFFT_FORWARD
    kept = source.copy()

    def transform():
        plan.fft(source, target, direction)

    def restore():
        cupy.copyto(source, kept)

    transform()
    if cupy.array_equal(source, kept):
        return milliseconds(transform)
    return milliseconds(lambda: (restore(), transform())) - milliseconds(restore)


def host_to_host(spec):
    kind, shape, batch = parse(spec)
    if kind not in TYPES:
        sys.exit(f"{spec}: --h2h takes c2c, r2c and c2r")
    (dims, dtype), _ = ends(kind, shape)
    source = random_elements(math.prod(dims) * batch, dtype).reshape(batch, *dims)
    axes = tuple(range(1, source.ndim))

    def transform(array):
        if kind == "c2r":
            return cupy.fft.irfftn(array, s=shape, axes=axes)
        return (cupy.fft.rfftn if kind == "r2c" else cupy.fft.fftn)(array, axes=axes)

    times = []
    for _ in range(9):
        start = time.perf_counter()
        transform(cupy.asarray(source)).get()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[2:])


def main(arguments):
    measure = resident
    if arguments[:1] == ["--h2h"]:
        measure, arguments = host_to_host, arguments[1:]
    print("spec,cufft_ms")
    for spec in arguments:
        found = measure(spec)
        print(f"{spec}," + ("" if found is None else f"{found:.4f}"), flush=True)
        cupy.get_default_memory_pool().free_all_blocks()


if __name__ == "__main__":
    main(sys.argv[1:])
