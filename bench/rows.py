#!/usr/bin/env python3
"""Prints the time of a row in scipy.fft, for the shapes of BenchmarkRows in internal/cpu.

The output has the format of that benchmark, on one thread:

    go test ./internal/cpu -run '^$' -bench Rows
    python3 bench/rows.py
"""
import time

import numpy
import scipy.fft

POINTS = 1 << 18
ROWS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 24, 30, 31, 32, 35, 48, 60, 64, 77, 96, 100, 127, 128,
        250, 251, 256, 257, 343, 1000, 1001, 1009]
COLUMNS = [2, 3, 5, 8, 12, 16, 32, 60, 100, 257]


def time_of(x, axis):
    """Returns the seconds that the fastest of several calls takes."""
    scipy.fft.fft(x, axis=axis)
    best, end = float("inf"), time.perf_counter() + 0.3
    while time.perf_counter() < end:
        begin = time.perf_counter()
        scipy.fft.fft(x, axis=axis)
        best = min(best, time.perf_counter() - begin)
    return best


def main():
    rng = numpy.random.default_rng(1)
    for name, lengths, axis in (("rows", ROWS, 1), ("columns", COLUMNS, 0)):
        for n in lengths:
            count = POINTS // n
            shape = (count, n) if axis == 1 else (n, count)
            x = (rng.uniform(-1, 1, shape) + 1j * rng.uniform(-1, 1, shape)).astype(numpy.complex64)
            print(f"BenchmarkRows/{name}/{n}\t{time_of(x, axis) / count * 1e9:.1f} ns/row", flush=True)


if __name__ == "__main__":
    main()
