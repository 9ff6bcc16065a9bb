package main

import (
	"os"
	"path/filepath"
	"slices"
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
	findings, err := beyondLimits("plan/a.go", source(maxComplexity-9))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = beyondLimits("plan/a.go", source(maxComplexity-8))
	require.NoError(t, err)
	require.Equal(t, []string{"plan/a.go:2: f has a cyclomatic complexity of 26, at most 25 is allowed"}, findings)
}

func TestFields(t *testing.T) {
	source := func(more string) []byte {
		return []byte("package p\ntype T struct {\n a, b, c, d, e, f int\n g, h, i, j, k int\n" + more + "}\n")
	}
	findings, err := beyondLimits("plan/a.go", source("l string\n"))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = beyondLimits("plan/a.go", source("l string\nU\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"plan/a.go:2: T has 13 fields, at most 12 are allowed"}, findings)
}

// TestParameters counts the parameters of functions: all names, and parameters without a name, but not the receiver.
func TestParameters(t *testing.T) {
	source := func(more string) []byte {
		return []byte("package p\n\nfunc (t T) f(a, b int, c string, _ bool" + more + ") (x, y int) { return 0, 0 }\n" +
			"func g(int, int, int) {}\n")
	}
	findings, err := beyondLimits("cmd/a.go", source(", d []int, e ...int"))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = beyondLimits("cmd/a.go", source(", d []int, e int, g ...int"))
	require.NoError(t, err)
	require.Equal(t, []string{"cmd/a.go:3: f has 7 parameters, at most 6 are allowed"}, findings)
}

// The lines of a function begin with func and end with its brace. Its comment does not count.
func TestLines(t *testing.T) {
	source := func(lines int) []byte {
		return []byte("package p\n\n// f has\n// a comment.\nfunc f() {" + strings.Repeat("\n", lines-1) + "}\n")
	}
	findings, err := beyondLimits("cmd/a.go", source(maxLines))
	require.NoError(t, err)
	require.Empty(t, findings)
	findings, err = beyondLimits("cmd/a.go", source(maxLines+1))
	require.NoError(t, err)
	require.Equal(t, []string{"cmd/a.go:5: f has 61 lines, at most 60 are allowed"}, findings)
}

// The limits hold in every folder, except for tests and testdata, and for the folders of a list.
func TestLimitedFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	text := "package p\n\nfunc f(a, b, c, d, e, f, g bool) {\n" + strings.Repeat("\tif a {}\n", maxLines) +
		"}\n\ntype t struct {\n\ta, b, c, d, e, f, g, h, i, j, k, l, m int\n}\n"
	folders := slices.Concat([]string{".", "cmd/tool", "internal/plan", "ndx", "wgsl"}, manyParameters)
	slices.Sort(folders)
	folders = slices.Compact(folders)
	var want []string
	for _, folder := range folders {
		for _, name := range []string{"a.go", "a_test.go", "testdata/a.go"} {
			name = filepath.Join(folder, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		}
		path := filepath.ToSlash(filepath.Join(folder, "a.go"))
		want = append(want, path+":3: f has a cyclomatic complexity of 61, at most 25 is allowed",
			path+":3: f has 62 lines, at most 60 are allowed")
		if !slices.Contains(manyParameters, folder) {
			want = append(want, path+":3: f has 7 parameters, at most 6 are allowed")
		}
		want = append(want, path+":66: t has 13 fields, at most 12 are allowed")
	}
	findings, err := check(".")
	require.NoError(t, err)
	require.ElementsMatch(t, want, findings)
}
