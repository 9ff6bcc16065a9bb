package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository's.
const root = "../.."

func TestDocumentsAgreeWithTheCSVFiles(t *testing.T) {
	require.NoError(t, check(root))
}

// TestAnEditedFigureIsFound edits every number of every block, one at a time. The figures must differ
// from the text then.
func TestAnEditedFigureIsFound(t *testing.T) {
	figures, err := makeFigures(root)
	require.NoError(t, err)
	number := regexp.MustCompile(`[0-9]+`)
	for _, d := range documents {
		text, err := os.ReadFile(filepath.Join(root, d.path))
		require.NoError(t, err)
		edited, isInside := 0, false
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if line == blockEnd {
				isInside = false
			}
			for _, at := range number.FindAllStringIndex(line, -1) {
				if !isInside {
					break
				}
				digit := byte('1')
				if line[at[0]] == '1' {
					digit = '2'
				}
				lines[i] = line[:at[0]] + string(digit) + line[at[0]+1:]
				have := strings.Join(lines, "\n")
				want, _, err := replaceBlocks(have, figures)
				require.NoError(t, err)
				require.Equal(t, string(text), want)
				require.NotEqual(t, have, want)
				edited++
			}
			lines[i] = line
			if strings.HasPrefix(line, blockPrefix) {
				isInside = true
			}
		}
		require.True(t, d.optional || edited >= 5, "%s has %d figures", d.path, edited)
	}
}

// copyDocuments copies the documents and the CSV files to a new root.
func copyDocuments(t *testing.T) string {
	t.Helper()
	to := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(to, "docs"), 0o777))
	for _, dir := range []string{"bench", filepath.Join("internal", "wisdom", "shipped")} {
		require.NoError(t, os.CopyFS(filepath.Join(to, dir), os.DirFS(filepath.Join(root, dir))))
	}
	for _, d := range documents {
		text, err := os.ReadFile(filepath.Join(root, d.path))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(to, d.path), text, 0o666))
	}
	return to
}

func TestCheckAndWrite(t *testing.T) {
	to := copyDocuments(t)
	require.NoError(t, check(to))
	name := filepath.Join(to, "docs", "performance.md")
	right, err := os.ReadFile(name)
	require.NoError(t, err)
	row := regexp.MustCompile("\\| `c2c:1024\\*65536` \\| [0-9.]+ \\|")
	require.Regexp(t, row, string(right))

	wrong := row.ReplaceAllString(string(right), "| `c2c:1024*65536` | 9.8765 |")
	require.NoError(t, os.WriteFile(name, []byte(wrong), 0o666))
	err = check(to)
	require.ErrorContains(t, err, "docs/performance.md:")
	require.ErrorContains(t, err, "9.8765")

	require.NoError(t, write(to))
	require.NoError(t, check(to))
	again, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(right), string(again))

	require.NoError(t, os.WriteFile(name, []byte("# Performance\n"), 0o666))
	require.ErrorContains(t, check(to), `docs/performance.md: no block "h200-summary"`)
}

func TestBlocksThatAreRefused(t *testing.T) {
	figures := map[string]string{"a": "1\n", "b": "2\n"}
	text, names, err := replaceBlocks("x\n<!-- figures: a -->\nold\n<!-- end -->\ny\n", figures)
	require.NoError(t, err)
	require.Equal(t, "x\n<!-- figures: a -->\n1\n<!-- end -->\ny\n", text)
	require.Equal(t, []string{"a"}, names)
	for text, why := range map[string]string{
		"<!-- figures: c -->\n<!-- end -->\n":                      `line 1: unknown block "c"`,
		"<!-- figures: a -->\n":                                    `block "a" has no <!-- end -->`,
		"<!-- figures: a -->\n<!-- figures: b -->\n<!-- end -->\n": `line 2: block "b" begins inside block "a"`,
		"<!-- end -->\n":                                           "line 1: <!-- end --> without a block",
		"<!-- figures: a\n<!-- end -->\n":                          "line 1: unknown block",
	} {
		_, _, err := replaceBlocks(text, figures)
		require.ErrorContains(t, err, why, "%q", text)
	}
}
