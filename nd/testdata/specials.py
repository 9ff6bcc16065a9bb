#!/usr/bin/env python3
"""Writes specials.txt.gz: results of NumPy for special values, for TestSpecials of package nd.

usage: python3 nd/testdata/specials.py

A line has the name of an operation, the element type of its operands and the bits of the results, in hexadecimal. An
operation of n numbers has a result for each n-tuple of values, the last number varying fastest. A complex operand
takes two numbers. The first lines have the values. The results are those of NumPy, except for:

    operation               result                              NumPy
    Minimum, Maximum        -0 is less than 0 (IEEE 754-2019)   the sign of a zero is not defined
    Div of complex numbers  C99, G.5.1.1, for any infinity      the formula of Smith
    Sqrt of NaN + 0i        NaN + NaN i (C99, G.6.4.2)          depends on the C library
"""

import gzip
import os

import numpy as np

np.seterr(all="ignore")

MANY = [0, -0.0, 1, -1, 2, -3, 0.5, -0.5, 3e38, -3e38, 1e-40, -1e-40, 1.401298464324817e-45, np.inf, -np.inf, np.nan,
        16777217, 1e20, -1e20, 1e-30, 3, 1.5, -2, 2.5, 100, -100, 0.25, 16777215, -16777215]
FEW = [0, -0.0, 1, -2.5, 3e38, 1e-40, np.inf, -np.inf, np.nan]


def joined(re, im):
    """re + i im, without arithmetic"""
    z = np.empty(re.shape, np.result_type(re.dtype, np.complex64))
    z.real, z.imag = re, im
    return z


def least(a, b, most=False):
    """the smaller or the larger number; -0 is less than 0"""
    r = np.maximum(a, b) if most else np.minimum(a, b)
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a) != most, a, b), r)


def quotient(a, b):
    """C99, G.5.1.1, in double precision with scaled operands"""
    def top(z):
        return np.maximum(np.abs(z.real), np.abs(z.imag))

    def exponent(x):
        return np.where(np.isfinite(x) & (x != 0), np.frexp(x)[1], 0)

    def directions(z):
        return [np.copysign(np.where(np.isinf(x), 1.0, 0.0), x) for x in (z.real, z.imag)]

    m, n = exponent(top(a)), exponent(top(b))
    ar, ai, br, bi = (np.ldexp(x.astype(float), -k) for x, k in ((a.real, m), (a.imag, m), (b.real, n), (b.imag, n)))
    size = br * br + bi * bi
    x, y = (np.ldexp(v / size, m - n) for v in (ar * br + ai * bi, ai * br - ar * bi))
    inf_a, inf_b = (np.isinf(z.real) | np.isinf(z.imag) for z in (a, b))
    finite_a, finite_b = (np.isfinite(z.real) & np.isfinite(z.imag) for z in (a, b))
    zero = b == 0
    x = np.where(zero, np.copysign(np.inf, b.real) * a.real, x)
    y = np.where(zero, np.copysign(np.inf, b.real) * a.imag, y)
    p, q = directions(a)
    large = ~zero & inf_a & finite_b
    x = np.where(large, np.inf * (p * br + q * bi), x)
    y = np.where(large, np.inf * (q * br - p * bi), y)
    p, q = directions(b)
    small = inf_b & finite_a
    x = np.where(small, 0.0 * (ar * p + ai * q), x)
    y = np.where(small, 0.0 * (ai * p - ar * q), y)
    part = a.real.dtype
    return joined(x.astype(part), y.astype(part))


def root(z):
    w = np.sqrt(z)
    nan = np.isnan(z.real) & ~np.isinf(z.imag)
    return np.where(nan, np.array(complex(np.nan, np.nan), z.dtype), w)


def where(c, x, y):
    return np.where(c != 0, x, y)


def chosen(f):
    return lambda a, b: np.where(f(a, b), a.dtype.type(2), a.dtype.type(1))


# name: (number of operands, values, function)
REAL = {
    "Neg": (1, MANY, np.negative), "Abs": (1, MANY, np.abs), "Abs2": (1, MANY, lambda x: x * x),
    "Phase": (1, MANY, lambda x: np.arctan2(x.dtype.type(0), x)), "Exp": (1, MANY, np.exp), "Log": (1, MANY, np.log),
    "Sqrt": (1, MANY, np.sqrt), "Scale": (1, MANY, lambda x: x * x.dtype.type(2)),
    "Square": (1, MANY, lambda x: x * x), "Recip": (1, MANY, lambda x: x.dtype.type(1) / x),
    "Add": (2, MANY, np.add), "Sub": (2, MANY, np.subtract), "Mul": (2, MANY, np.multiply),
    "Div": (2, MANY, np.divide), "Pow": (2, MANY, np.power), "Minimum": (2, MANY, least),
    "Maximum": (2, MANY, lambda a, b: least(a, b, True)), "Less": (2, MANY, lambda a, b: (a < b).astype(a.dtype)),
    "Complex": (2, MANY, joined), "MulAdd": (3, FEW, lambda a, b, c: a * b + c),
    "Clamp": (3, FEW, lambda x, lo, hi: least(least(x, lo, True), hi)), "Where": (3, FEW, where),
    "abs": (1, MANY, np.abs), "atan": (1, MANY, np.arctan), "ceil": (1, MANY, np.ceil), "cos": (1, MANY, np.cos),
    "exp": (1, MANY, np.exp), "floor": (1, MANY, np.floor), "log": (1, MANY, np.log), "round": (1, MANY, np.rint),
    "sign": (1, MANY, np.sign), "sin": (1, MANY, np.sin), "sqrt": (1, MANY, np.sqrt), "tan": (1, MANY, np.tan),
    "tanh": (1, MANY, np.tanh), "cis": (1, MANY, lambda x: joined(np.cos(x), np.sin(x))),
    "atan2": (2, MANY, np.arctan2), "max": (2, MANY, lambda a, b: least(a, b, True)), "min": (2, MANY, least),
    "pow": (2, MANY, np.power), "%": (2, MANY, np.fmod), "/": (2, MANY, np.divide),
    "==": (2, MANY, chosen(np.equal)), "!=": (2, MANY, chosen(np.not_equal)), "<": (2, MANY, chosen(np.less)),
    "<=": (2, MANY, chosen(np.less_equal)), ">": (2, MANY, chosen(np.greater)),
    ">=": (2, MANY, chosen(np.greater_equal)),
    "clamp": (3, FEW, lambda x, lo, hi: least(least(x, lo, True), hi)),
}
COMPLEX = {
    "Neg": (1, MANY, np.negative), "Conj": (1, MANY, np.conj), "Abs": (1, MANY, np.abs),
    "Abs2": (1, MANY, lambda z: z.real * z.real + z.imag * z.imag), "Phase": (1, MANY, np.angle),
    "Real": (1, MANY, np.real), "Imag": (1, MANY, np.imag), "Exp": (1, MANY, np.exp), "Log": (1, MANY, np.log),
    "Sqrt": (1, MANY, root), "Choose": (1, MANY, lambda z: where(z, z.real.dtype.type(1), z.real.dtype.type(2))),
    "Recip": (1, MANY, lambda z: quotient(np.ones_like(z), z)), "Add": (2, FEW, np.add), "Sub": (2, FEW, np.subtract),
    "Mul": (2, FEW, lambda a, b: joined(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)),
    "Div": (2, FEW, quotient), "cabs": (1, MANY, np.abs), "cexp": (1, MANY, np.exp), "cdiv": (2, FEW, quotient),
}


def line(name, dtype, x):
    """one line of the file"""
    x = np.asarray(x)
    if np.iscomplexobj(x):
        x = np.stack([x.real, x.imag], -1)
    x = np.where(np.isnan(x), np.array(np.nan, x.dtype), x).ravel()
    word = {4: np.uint32, 8: np.uint64}[x.dtype.itemsize]
    return f"{name} {dtype} {' '.join(f'{v:x}' for v in x.view(word))}\n"


def main():
    text = line("MANY", "float64", np.array(MANY, float)) + line("FEW", "float64", np.array(FEW, float))
    for part in (np.float32, np.float64):
        for functions, each in ((REAL, 1), (COMPLEX, 2)):
            for name, (count, values, f) in functions.items():
                grid = np.meshgrid(*[np.array(values, float).astype(part)] * (count * each), indexing="ij")
                grid = [x.ravel() for x in grid]
                if each == 2:
                    grid = [joined(x, y) for x, y in zip(grid[::2], grid[1::2])]
                text += line(name, grid[0].dtype, f(*grid))
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "specials.txt.gz")
    with open(path, "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
