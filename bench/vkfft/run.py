#!/usr/bin/env python3
"""Our tuned transforms beside VkFFT's Vulkan backend on a software driver: prints spec,ms,vkfft_ms,ratio,date.

usage: make -C bench/vkfft OUT=/tmp/vkfft && go build -o /tmp/wgfft ./cmd/wgfft
       python3 bench/vkfft/run.py [--rounds 9] [--wisdom DIR] [--apart] /tmp/wgfft /tmp/vkfft > bench/vkfft_llvmpipe.csv

Both work in place, as VkFFT does by itself, or with --apart both from one buffer to another. The two take turns, spec by spec, for so many rounds; ratio is the median of the rounds' vkfft_ms / ms, so of throughputs, and the times are
medians, too. The fastest rounds of both are compared on stderr: where other programs run meanwhile, those were disturbed least.
"""

import argparse
import csv
import datetime
import statistics
import subprocess
import sys

SPECS = ["c2c:256*4096", "c2c:1024*1024", "c2c:4096*256", "c2c:65536*16", "c2c:1000*1024"]


def ms(command):
    """The time that a program measures for the one spec it is given."""
    out = subprocess.run([c for c in command if c], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    row = next(csv.DictReader(out.splitlines()))
    return float(row.get("ms") or row["vkfft_ms"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--wisdom", default="shipped")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--apart", action="store_true", help="both from one buffer to another; else both in place")
    parser.add_argument("wgfft")
    parser.add_argument("vkfft")
    parser.add_argument("specs", nargs="*", default=SPECS)
    a = parser.parse_args()
    ours, theirs = {s: [] for s in a.specs}, {s: [] for s in a.specs}
    for number in range(a.rounds):
        for spec in a.specs:
            ours[spec].append(ms([a.wgfft, "bench", "--csv", "" if a.apart else "--in-place", "--device", "software", "--wisdom", a.wisdom, spec]))
            theirs[spec].append(ms([a.vkfft, "--apart" if a.apart else "", spec]))
            print(f"{number + 1}/{a.rounds} {spec} {ours[spec][-1]:.2f} {theirs[spec][-1]:.2f}", file=sys.stderr)
    print("spec,ms,vkfft_ms,ratio,date")
    ratios = []
    for spec in a.specs:
        ratios.append(statistics.median(v / o for o, v in zip(ours[spec], theirs[spec])))
        print(f"{spec},{statistics.median(ours[spec]):.4f},{statistics.median(theirs[spec]):.4f},{ratios[-1]:.3f},{a.date}")
    fastest = [min(theirs[spec]) / min(ours[spec]) for spec in a.specs]
    print("fastest rounds:", *(f"{s} {min(ours[s]):.2f} {min(theirs[s]):.2f}" for s in a.specs), file=sys.stderr)
    print(f"geometric mean of the ratios {statistics.geometric_mean(ratios):.3f}, of the fastest rounds' {statistics.geometric_mean(fastest):.3f}", file=sys.stderr)


main()
