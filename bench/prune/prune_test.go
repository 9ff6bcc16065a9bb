package main

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Counts are between none and all, what rules leave is left by each of them, and more rules leave less.
func TestCounts(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(&out, "default", 100, []string{"16", "30", "65536-131072"}))
	rows, err := csv.NewReader(&out).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*len(static)+1)
	for _, row := range rows[1:] {
		var n [4]int
		for i := range n {
			n[i], err = strconv.Atoi(row[2+i])
			require.NoError(t, err)
		}
		all, alone, beyond, left := n[0], n[1], n[2], n[3]
		require.Greater(t, all, left, row)
		require.Positive(t, left, row)
		require.GreaterOrEqual(t, alone, 0, row)
		require.GreaterOrEqual(t, beyond, 0, row)
		require.GreaterOrEqual(t, all-alone, left, row)
		require.LessOrEqual(t, beyond+left, all, row)
	}
	for _, bad := range []string{"0", "x", "100000", "9-3", "5-99999999"} {
		require.Error(t, run(&out, "default", 1, []string{bad}), bad)
	}
	require.Error(t, run(&out, "none", 1, nil))
}
