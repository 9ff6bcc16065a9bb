#!/usr/bin/env python3
"""Times the steps of bench/arrays with CuPy. CuPy transforms with cuFFT. Element-wise work is in fused kernels
(cupy.fuse). Prints CSV: solver, points along an axis, ms for a step.

usage: python3 bench/arrays.py

Needs Linux, an NVIDIA GPU, NumPy and CuPy.
"""

import statistics
import time

import cupy
from cupyx.scipy import fft


def navier(n):
    """Returns a step of the vorticity equation on n x n points."""
    k0 = cupy.fft.fftfreq(n, 1 / n).astype(cupy.float32)[:, None]
    k1 = cupy.arange(n // 2 + 1, dtype=cupy.float32)[None, :]
    ddy, ddx, k2 = (1j * k0).astype(cupy.complex64), (1j * k1).astype(cupy.complex64), k0 * k0 + k1 * k1
    dealias = ((abs(k0) < n // 3) & (k1 < n // 3)).astype(cupy.float32)
    to_psi = 1 / cupy.maximum(k2, 1)
    x = cupy.arange(n, dtype=cupy.float32) * (2 * cupy.pi / n)
    w = fft.rfft2((x[:, None] - x[None, :]).astype(cupy.float32))
    old = cupy.zeros_like(w)
    nu, dt = cupy.float32(1e-4), cupy.float32(1e-6)

    @cupy.fuse()
    def spectra(w, to_psi, ddx, ddy):
        psi = w * to_psi
        return ddy * psi, ddx * psi, ddx * w, ddy * w

    @cupy.fuse()
    def product(u, wx, v, wy):
        return u * wx - v * wy

    @cupy.fuse()
    def advance(w, a, old, dealias, k2, nu, dt):
        a = dealias * a
        h = cupy.float32(0.5) * dt * nu * k2
        return ((1 - h) * w - dt * (cupy.float32(1.5) * a - cupy.float32(0.5) * old)) / (1 + h), a

    def step():
        nonlocal w, old
        a, b, c, d = spectra(w, to_psi, ddx, ddy)
        u, v, wx, wy = (fft.irfft2(s, (n, n), overwrite_x=True) for s in (a, b, c, d))
        w, old = advance(w, fft.rfft2(product(u, wx, v, wy)), old, dealias, k2, nu, dt)

    return step


def schroedinger(n):
    """Returns a step of the Schroedinger equation in a harmonic potential on n x n points."""
    x = cupy.arange(n, dtype=cupy.float32) * (20 / n) - 10
    r2 = (x[:, None] ** 2 + x[None, :] ** 2).astype(cupy.float32)
    k = (cupy.fft.fftfreq(n, 20 / n) * 2 * cupy.pi).astype(cupy.float32)
    v, kinetic = r2 / 2, ((k[:, None] ** 2 + k[None, :] ** 2) / 2).astype(cupy.float32)
    psi = cupy.exp(-r2 / 2).astype(cupy.complex64)
    dt, half = cupy.float32(1e-3), cupy.float32(5e-4)

    @cupy.fuse()
    def turn(psi, v, dt):
        return psi * cupy.exp(cupy.complex64(-1j) * dt * v)

    def step():
        nonlocal psi
        k = turn(fft.fft2(turn(psi, v, half), overwrite_x=True), kinetic, dt)
        psi = turn(fft.ifft2(k, overwrite_x=True), v, half)

    return step


def milliseconds(step):
    """Returns the median of seven loops of at least 100 ms, after a warm-up."""

    def loop(count):
        cupy.cuda.Device().synchronize()
        begin = time.perf_counter()
        for _ in range(count):
            step()
        cupy.cuda.Device().synchronize()
        return time.perf_counter() - begin

    count = 1
    while loop(count) < 0.1:
        count *= 2
    return statistics.median(loop(count) / count * 1e3 for _ in range(7))


print("what,points,ms")
for name, n, make in (("navier-stokes", 2048, navier), ("schroedinger", 1024, schroedinger)):
    print(f"{name},{n},{milliseconds(make(n)):.4f}")
