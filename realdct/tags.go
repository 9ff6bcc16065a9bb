package realdct

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// tag returns a prefix, a number unless it is 0, and the flags that are set: evenodd1024.sine.
func tag(prefix string, n int, flags ...string) string {
	if n != 0 {
		prefix += strconv.Itoa(n)
	}
	for _, f := range flags {
		if f != "" {
			prefix += "." + f
		}
	}
	return prefix
}

// sineTag returns the flag of a sine transform, or "".
func sineTag(is bool) string {
	if is {
		return "sine"
	}
	return ""
}

// orthoTag returns the flag of the ortho norm, or "".
func orthoTag(is bool) string {
	if is {
		return "ortho"
	}
	return ""
}

// checkOdd returns an error if a length is even.
func checkOdd(n int) error {
	if n%2 == 0 {
		return fmt.Errorf("dct4odd: rows of %d numbers: want an odd length, or dct4rotation", n)
	}
	return nil
}

// fields are the number and the flags of a tag.
type fields struct {
	n     int
	flags []string
}

// has reports whether the tag has a flag, and removes the flag.
func (f *fields) has(flag string) bool {
	i := slices.Index(f.flags, flag)
	if i >= 0 {
		f.flags = slices.Delete(f.flags, i, i+1)
	}
	return i >= 0
}

// packing returns the packing of the tag's flag, and removes the flag.
func (f *fields) packing() Packing {
	for p := TwoRows; int(p) < len(packingNames); p++ {
		if f.has(packingNames[p]) {
			return p
		}
	}
	return HalfLength
}

// Parsers returns the parsers of the ops of this package.
func Parsers() wgsl.Parsers {
	var all wgsl.Parsers
	for prefix, op := range map[string]func(f *fields) wgsl.Op{
		"realpoints":   func(f *fields) wgsl.Op { return RealPoints{f.packing()} },
		"rowbound":     func(f *fields) wgsl.Op { return RowBound{Count: f.n} },
		"evenodd":      func(f *fields) wgsl.Op { return EvenOdd{N: f.n, Sine: f.has("sine")} },
		"evenoddpairs": func(f *fields) wgsl.Op { return EvenOddPairs{f.packing(), f.has("sine")} },
		"split":        func(f *fields) wgsl.Op { return HermitianSplit{N: f.n, Packing: f.packing()} },
		"merge":        func(f *fields) wgsl.Op { return HermitianMerge{N: f.n, Packing: f.packing()} },
		"half":         func(f *fields) wgsl.Op { return HermitianHalf{N: f.n, RealEnds: f.has("realends")} },
		"halfspectrum": func(f *fields) wgsl.Op { return HalfSpectrum{f.n} },
		"dct2bins": func(f *fields) wgsl.Op {
			return DCT2Bins{f.n, f.has("sine"), f.has("ortho"), f.has("rotated")}
		},
		"dct2pairs": func(f *fields) wgsl.Op { return DCT2Pairs{N: f.n} },
		"symmetric": func(f *fields) wgsl.Op {
			return SymmetricExtension{N: f.n, Sine: f.has("sine"), Ortho: f.has("ortho")}
		},
		"symmetricbins": func(f *fields) wgsl.Op { return SymmetricBins{f.n, f.has("sine"), f.has("ortho")} },
		"dct4rotation":  func(f *fields) wgsl.Op { return DCT4Rotation{f.n, f.has("sine")} },
		"dct4odd":       func(f *fields) wgsl.Op { return DCT4Odd{N: f.n, Sine: f.has("sine")} },
		"dct4oddbins":   func(f *fields) wgsl.Op { return DCT4OddBins{f.n, f.has("sine")} },
	} {
		all.Ops = append(all.Ops, wgsl.Parser[wgsl.Op]{Prefix: prefix, Parse: func(rest string) (wgsl.Op, error) {
			number, flags, _ := strings.Cut(rest, ".")
			var f fields
			if flags != "" {
				f.flags = strings.Split(flags, ".")
			}
			if number != "" {
				var err error
				if f.n, err = strconv.Atoi(number); err != nil {
					return nil, err
				}
			}
			o := op(&f)
			if len(f.flags) > 0 || o.Tag() != prefix+rest {
				return nil, fmt.Errorf("%q: unknown or repeated fields %v", prefix+rest, f.flags)
			}
			return o, nil
		}})
	}
	return all
}
