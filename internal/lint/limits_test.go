package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Branches, cases and logical operators count; default and else do not.
func TestComplexity(t *testing.T) {
	source := func(ifs int) []byte {
		return []byte("package p\nfunc f(a, b bool, c chan int) {\n" +
			"for range 3 {}\nfor a && b || a {}\nswitch { case a: case b: default: }\n" +
			"select { case <-c: default: }\n_ = func() { if a {} else {} }\n" + // 9 in all
			strings.Repeat("if a {}\n", ifs) + "}\n")
	}
	findings, err := tooComplex("plan/a.go", source(maxComplexity-9))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = tooComplex("plan/a.go", source(maxComplexity-8))
	require.NoError(t, err)
	require.Equal(t, []string{"plan/a.go:2: f has a cyclomatic complexity of 26, at most 25 is allowed"}, findings)
}

func TestFields(t *testing.T) {
	source := func(more string) []byte {
		return []byte("package p\ntype T struct {\n a, b, c, d, e, f int\n g, h, i, j, k int\n" + more + "}\n")
	}
	findings, err := tooComplex("plan/a.go", source("l string\n"))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = tooComplex("plan/a.go", source("l string\nU\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"plan/a.go:2: T has 13 fields, at most 12 are allowed"}, findings)
}

func TestLimitedFolders(t *testing.T) {
	for path, want := range map[string]bool{
		"plan/a.go": true, "hier/a.go": true, "realdct/a.go": true, "wgsl/a.go": true,
		"internal/plan/a.go": false, "a.go": false,
	} {
		require.Equal(t, want, isLimited(path), path)
	}
}
