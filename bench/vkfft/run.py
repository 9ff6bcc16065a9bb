#!/usr/bin/env python3
"""Compares wgfft with VkFFT's Vulkan backend on a software driver. Prints spec,ms,vkfft_ms,ratio,date.

usage: make -C bench/vkfft OUT=/tmp/vkfft && go build -o /tmp/wgfft ./cmd/wgfft
       python3 bench/vkfft/run.py [--rounds 9] [--wisdom DIR] [--apart] /tmp/wgfft /tmp/vkfft

Both work in place, which is VkFFT's default, or with --apart from one buffer to another. They take turns,
spec by spec, for a number of rounds. Times are medians, and ratio is the median of vkfft_ms / ms of the
rounds. Standard error gets the ratios of the fastest rounds, which other programs disturb least.
"""

import argparse
import csv
import datetime
import statistics
import subprocess
import sys

SPECS = ["c2c:256*4096", "c2c:1024*1024", "c2c:4096*256", "c2c:65536*16", "c2c:1000*1024"]


def ms(command):
    """Returns the time that a program prints for its spec."""
    command = [c for c in command if c]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    row = next(csv.DictReader(done.stdout.splitlines()))
    return float(row.get("ms") or row["vkfft_ms"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--wisdom", default="shipped")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--apart", action="store_true", help="from one buffer to another instead of in place")
    parser.add_argument("wgfft")
    parser.add_argument("vkfft")
    parser.add_argument("specs", nargs="*", default=SPECS)
    a = parser.parse_args()
    ours, theirs = {s: [] for s in a.specs}, {s: [] for s in a.specs}
    for number in range(a.rounds):
        for spec in a.specs:
            place = "" if a.apart else "--in-place"
            bench = [a.wgfft, "bench", "--csv", place, "--device", "software", "--wisdom", a.wisdom, spec]
            ours[spec].append(ms(bench))
            theirs[spec].append(ms([a.vkfft, "--apart" if a.apart else "", spec]))
            print(f"{number + 1}/{a.rounds} {spec} {ours[spec][-1]:.2f} {theirs[spec][-1]:.2f}", file=sys.stderr)
    print("spec,ms,vkfft_ms,ratio,date")
    ratios = []
    for spec in a.specs:
        ratios.append(statistics.median(v / o for o, v in zip(ours[spec], theirs[spec])))
        times = f"{statistics.median(ours[spec]):.4f},{statistics.median(theirs[spec]):.4f}"
        print(f"{spec},{times},{ratios[-1]:.3f},{a.date}")
    fastest = [min(theirs[spec]) / min(ours[spec]) for spec in a.specs]
    print("fastest rounds:", *(f"{s} {min(ours[s]):.2f} {min(theirs[s]):.2f}" for s in a.specs), file=sys.stderr)
    mean = statistics.geometric_mean
    print(f"geometric mean {mean(ratios):.3f}, of the fastest rounds {mean(fastest):.3f}", file=sys.stderr)


main()
