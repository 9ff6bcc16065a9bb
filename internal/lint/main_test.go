package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFindings(t *testing.T) {
	dir := t.TempDir()
	text := `// Package p is here.
package p

// Good is documented.
func Good() {}

// This one is not documented by its name.
func Bad() {}

type Missing struct{}

// An Article is documented.
type Article struct{}

func (Article) String() string { return "` + strings.Repeat("x", 90) + `" }

type hidden struct{}

func (hidden) Method() {}

const (
	Commented = 1 // one
	Bare      = 2
)
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.go"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.md"), []byte(strings.Repeat("y", 121)+"\n"), 0o600))
	findings, err := check(dir)
	require.NoError(t, err)
	var short []string
	for _, f := range findings {
		short = append(short, strings.TrimPrefix(f, dir+string(filepath.Separator)))
	}
	require.Equal(t, []string{
		"p.go:15: 134 columns, at most 120 are allowed",
		"p.go:8: Bad needs a doc comment that starts with its name",
		"p.go:10: Missing needs a doc comment that starts with its name",
		"p.go:23: Bare needs a doc comment that starts with its name",
		"p.md:1: 121 columns, at most 120 are allowed",
	}, short)
}
