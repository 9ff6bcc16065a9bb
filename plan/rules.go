package plan

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A Rule leaves out variants that are not worth measuring, as Dotsenko et al. 2011 do. Each can be switched off, to see what it costs.
type Rule uint8

// The rules. The first four look at the variants alone, the others at what was measured.
const (
	Assimilation  Rule = iota // chains of more stages than radices up to 16 take: their small radices are parts of larger ones
	Registers                 // variants that a multiprocessor has no registers for, by estimate
	Conflicts                 // layouts with more bank conflicts than another, as counted on the index maps
	Paths                     // staged paths where a transform has threads enough to fill lines of memory
	SharingProbe              // of transforms per workgroup only what was fastest for the first variant, or comes nearest to as many threads
	StrideClasses             // a pass at another stride than one measured, where a power of four lies nearest to both
	EarlyStop                 // variants half as slow again as the best, after their first runs
	FromForward               // the inverse transform, which takes the kernels of the forward one
	rules                     // how many there are
)

// ruleNames are the names.
var ruleNames = [rules]string{"assimilation", "registers", "conflicts", "paths", "sharing-probe", "stride-classes", "early-stop", "from-forward"}

// String is the rule's name.
func (r Rule) String() string {
	if r < rules {
		return ruleNames[r]
	}
	return fmt.Sprintf("rule(%d)", uint8(r))
}

// ParseRule reads a rule's name.
func ParseRule(s string) (Rule, error) {
	for r, name := range ruleNames {
		if s == name {
			return Rule(r), nil
		}
	}
	return 0, fmt.Errorf("plan: rule %q: use %s", s, strings.Join(ruleNames[:], ", "))
}

// AllRules lists the rules.
func AllRules() []Rule {
	var all []Rule
	for r := range rules {
		all = append(all, r)
	}
	return all
}

// Rules says which rules are off. The zero value has all of them on.
type Rules uint16

// Without is the same with rules off.
func (s Rules) Without(off ...Rule) Rules {
	for _, r := range off {
		s |= 1 << r
	}
	return s
}

// On says whether a rule is on.
func (s Rules) On(r Rule) bool { return s>>r&1 == 0 }

// mostRegisters is the most a thread may have by the estimate where it exchanges points: 49 points, which come to 192, are slow on an H200
// (bench/NOTES.md).
const mostRegisters = 190

// EstimateRegisters is about how many registers a thread of a kernel takes, as NVIDIA's driver counts them: 40 for 7 points, 96 for 21, 119 for 27, 128 for
// 32, 206 for 49.
func EstimateRegisters(k wgsl.FFT) float64 { return 25 + 3.4*float64(k.Work().Held) }

// affords says whether there are registers for a kernel; the driver saves a tenth where it must.
func affords(k wgsl.FFT) bool {
	most := min(255, 1.1*smRegisters/float64((k.Invocations()+31)&^31))
	if k.Exchanges() {
		most = min(most, mostRegisters)
	}
	return EstimateRegisters(k) <= most
}
