package benchcsv

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	table, err := Read(strings.NewReader("spec,b_ms,note,ms\nc2c:8*2,0.5,slow,0.25\nc2c:9*2,,,1e-3\n"))
	require.NoError(t, err)
	require.Equal(t, Table{
		Times: []string{"b_ms", "ms"},
		Rows: []Row{
			{Spec: "c2c:8*2", Ms: map[string]float64{"b_ms": 0.5, "ms": 0.25},
				Text: map[string]string{"spec": "c2c:8*2", "b_ms": "0.5", "note": "slow", "ms": "0.25"}},
			{Spec: "c2c:9*2", Ms: map[string]float64{"ms": 1e-3},
				Text: map[string]string{"spec": "c2c:9*2", "b_ms": "", "note": "", "ms": "1e-3"}},
		},
	}, table)
}

func TestReadRefuses(t *testing.T) {
	for text, why := range map[string]string{
		"":                              "no column spec",
		"name,ms\nc2c:8*2,1\n":          "no column spec",
		"spec,ms\nc2c:8*2\n":            "not CSV",
		"spec,ms\nc2c:8*2,fast\n":       `row 1, column ms: "fast" is no time`,
		"spec,ms\nc2c:8*2,1\nc2c:9,0\n": `row 2, column ms: "0" is no time`,
		"spec,ms\nc2c:8*2,NaN\n":        "is no time",
		"spec,ms\nc2c:8*2,+Inf\n":       "is no time",
	} {
		_, err := Read(strings.NewReader(text))
		require.ErrorContains(t, err, why, "%q", text)
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.csv")
	_, err := ReadFile(name)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(name, []byte("spec,ms\nc2c:8*2,x\n"), 0o600))
	_, err = ReadFile(name)
	require.ErrorContains(t, err, "a.csv: row 1")
}
