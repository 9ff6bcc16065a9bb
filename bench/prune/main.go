// Command prune counts how many variants each rule of package plan leaves out before anything is measured: one CSV row per length and rule. It needs
// no device. What a rule costs in speed, and how many variants the rules leave out that look at measurements, takes one: wgfft tune --without RULE.
//
//	go run ./bench/prune > bench/prune.csv
//	go run ./bench/prune -limits lavapipe 256 1000
package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"strconv"

	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	limits := flag.String("limits", "h200", "device: default, h200, lavapipe, swiftshader")
	batch := flag.Int("batch", 1024, "transforms")
	flag.Parse()
	if err := run(os.Stdout, *limits, *batch, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "prune:", err)
		os.Exit(1)
	}
}

// usual are the lengths counted where none are named, of one pass and of several.
var usual = []string{"16", "64", "256", "243", "512", "1000", "1024", "2187", "4096", "10000", "16384", "65536-1048576"}

func run(w io.Writer, limits string, batch int, args []string) error {
	l, err := wgsl.NamedLimits(limits)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = usual
	}
	out := csv.NewWriter(w)
	out.Write([]string{"points", "rule", "all", "alone", "beyond_others", "left"})
	for _, arg := range args {
		rows, err := counted(arg, batch, l)
		if err != nil {
			return err
		}
		for _, r := range rows {
			out.Write([]string{arg, r.rule.String(), fmt.Sprint(r.all), fmt.Sprint(r.alone), fmt.Sprint(r.beyond), fmt.Sprint(r.left)})
		}
		out.Flush()
	}
	return out.Error()
}

// A row is what a rule leaves out.
type row struct {
	rule   plan.Rule
	all    int // variants without any rule
	alone  int // of these left out by the rule alone
	beyond int // left out by the rule of those that the others leave
	left   int // variants with all rules
}

// counted counts what an argument names: a length of one pass, or a range of powers of two of several.
func counted(arg string, batch int, l wgsl.Limits) ([]row, error) {
	if n, err := strconv.Atoi(arg); err == nil && n > 0 && n <= plan.Capacity(l) {
		return variants(n, batch, l), nil
	}
	var from, to int
	if _, err := fmt.Sscanf(arg, "%d-%d", &from, &to); err != nil || from < 2 || from > to || to > 1<<24 {
		return nil, fmt.Errorf("%q: want a point count up to %d, or two powers of two up to 2^24 like 65536-1048576", arg, plan.Capacity(l))
	}
	return passes(from, to, l), nil
}

// static are the rules that look at the variants of one pass alone, and the probe of the transforms per workgroup, which leaves as many as there are
// variants that differ in something else, and those it takes to find out.
var static = []plan.Rule{plan.Assimilation, plan.Registers, plan.Conflicts, plan.Paths, plan.SharingProbe}

// variants counts those of one length.
func variants(n, batch int, l wgsl.Limits) []row {
	none := plan.Rules(0).Without(static...)
	all, left := count(n, batch, l, none), count(n, batch, l, 0)
	var rows []row
	for _, r := range static {
		var others []plan.Rule
		for _, s := range static {
			if s != r {
				others = append(others, s)
			}
		}
		alone := count(n, batch, l, plan.Rules(0).Without(others...))
		without := count(n, batch, l, plan.Rules(0).Without(r))
		rows = append(rows, row{r, all, all - alone, without - left, left})
	}
	return rows
}

// count counts the variants that rules leave.
func count(n, batch int, l wgsl.Limits, rules plan.Rules) int {
	total := 0
	seed, groups, sharing := maphash.MakeSeed(), map[uint64]bool{}, map[int]bool{}
	for k := range plan.Space(n, batch, l, rules) {
		total++
		sharing[k.Transforms] = true
		k.Transforms = 0
		groups[maphash.Comparable(seed, k)] = true
	}
	if rules.On(plan.SharingProbe) {
		return min(total, len(groups)+len(sharing)-1)
	}
	return total
}

// passes counts the passes of the splits of powers of two that are measured by themselves.
func passes(from, to int, l wgsl.Limits) []row {
	places, classes := map[plan.PassClass]bool{}, map[plan.PassClass]bool{}
	for n := from; n <= to; n *= 2 {
		for _, s := range plan.Splits(plan.Problem{Shape: []int{n}}, l, 0) {
			for _, at := range s.Places {
				places[at.Class(plan.Rules(0).Without(plan.StrideClasses))] = true
				classes[at.Class(0)] = true
			}
		}
	}
	saved := len(places) - len(classes)
	return []row{{plan.StrideClasses, len(places), saved, saved, len(classes)}}
}
