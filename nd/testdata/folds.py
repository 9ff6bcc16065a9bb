"""Writes folds.txt: reductions of special numbers by numpy, for TestFoldedSpecials.

Run it in this folder. A line "float32 ..." or "float64 ..." has the numbers of a type as bits. Each line after it is a
row of elements, one letter for each number, and the results of the row, in the order of RESULTS.

numpy decides the results. There are two exceptions: Norm is scaled, so that squares neither overflow nor vanish, and a
median does not overflow.
"""

import random

import numpy

RESULTS = ["Min", "Max", "ArgMin", "ArgMax", "Sum", "Norm", "OrderStatistic 1", "Median"]

inf, nan = numpy.inf, numpy.nan
NUMBERS = {
    numpy.float32: [0.0, -0.0, 1.0, -1.0, 1.5, 16777215.0, 3e20, -3e20, 1e-30, -1e-30, 2.0**-126, 1e-40, -(2.0**-149),
                    3.4028234663852886e38, -3.4028234663852886e38, inf, -inf, nan, -nan],
    numpy.float64: [0.0, -0.0, 1.0, -1.0, 1.5, 2.0**53 - 1, 3e200, -3e200, 1e-250, -1e-250, 2.0**-1022, 1e-310,
                    -(2.0**-1074), 1.7976931348623157e308, -1.7976931348623157e308, inf, -inf, nan, -nan],
}


def letter(k):
    return "abcdefghijklmnopqrstuvwxyz"[k]


def bits(x):
    return x.tobytes()[::-1].hex()


def results(x):
    kind, wide = x.dtype.type, x.astype(numpy.longdouble)
    ordered = numpy.sort(x)
    low, high = ordered[(len(x) - 1) // 2], ordered[len(x) // 2]
    median = kind(numpy.longdouble(low) / 2 + numpy.longdouble(high) / 2)
    if numpy.isnan(x).any():
        median = kind(nan)
    norm = kind(numpy.sqrt(numpy.sum(wide * wide)))
    numbers = [numpy.min(x), numpy.max(x), None, None, numpy.sum(x), norm, ordered[1], median]
    texts = ["nan" if n is not None and numpy.isnan(n) else n is not None and bits(kind(n)) for n in numbers]
    texts[2], texts[3] = str(numpy.argmin(x)), str(numpy.argmax(x))
    return texts


def rows(count):
    """All pairs, and rows of 20 elements: some without NaN, some without infinities."""
    for i in range(count):
        for j in range(count):
            yield [i, j]
    draw = random.Random(1)
    for k in range(60):
        yield [draw.randrange([count, count - 2, count - 4][k % 3]) for _ in range(20)]


numpy.seterr(all="ignore")
with open("folds.txt", "w") as out:
    for kind, numbers in NUMBERS.items():
        numbers = numpy.array(numbers, kind)
        numbers[-1] = -numbers[-2]
        print(kind.__name__, *map(bits, numbers), file=out)
        for row in rows(len(numbers)):
            print("".join(map(letter, row)), *results(numbers[row]), file=out)
