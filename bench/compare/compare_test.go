package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		return name
	}
	ours := file("ours.csv", "spec,ms,gbps,rel_l2\nc2c:8*4,0.5,1,1e-7\nr2c:8*4,0.25,1,2e-7\nc2r:8*4,0.26,1,3e-7\ndct2:8x8*1,0.2,1,4e-7\ndct3:8x8*1,0.21,1,5e-7\ndst2:8x8*1,0.19,1,6e-7\n")
	cufft := file("cufft.csv", "spec,cufft_ms\nc2c:8*4,0.4\nr2c:8*4,0.5\n")
	table := file("peers.csv", "spec,cufft_ms,vkfft_ms\nc2c:8*4,,0.25\nr2c:8*4,0.6,\ndct2:8x8*1,,0.4\n")
	var out, notes bytes.Buffer
	require.NoError(t, run(&out, &notes, "2026-11-20", false, []string{ours, cufft, table}))
	require.Equal(t, `spec,ms,peer_ms,ratio,own_ratio,rel_l2,date
c2c:8*4,0.5000,0.2500,2.000,,1e-7,2026-11-20
r2c:8*4,0.2500,0.5000,0.500,,2e-7,2026-11-20
c2r:8*4,0.2600,,,1.040,3e-7,2026-11-20
dct2:8x8*1,0.2000,0.4000,0.500,,4e-7,2026-11-20
dct3:8x8*1,0.2100,,,1.050,5e-7,2026-11-20
dst2:8x8*1,0.1900,,,0.950,6e-7,2026-11-20
`, out.String())
	require.Equal(t, "3 rows with a peer, geometric mean of the ratios 0.794\n", notes.String())
	out.Reset()
	require.NoError(t, run(&out, &notes, "", true, []string{ours, cufft, table}))
	require.Contains(t, out.String(), "| c2r:8*4 | 0.2600 |  |  | 1.040 | 3e-7 |\n")

	require.ErrorContains(t, run(&out, &notes, "", false, []string{file("lone.csv", "spec,ms,rel_l2\ndst1:8*1,1,1\n"), cufft}), "dst1:8*1: no time of ours or of a peer")
	require.ErrorContains(t, run(&out, &notes, "", false, []string{ours}), "at least one of a peer")
	require.ErrorContains(t, run(&out, &notes, "", false, []string{file("odd.csv", "spec,ms\nz2z:8,1\n"), cufft}), "z2z")
}
