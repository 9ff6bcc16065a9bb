package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// file writes a file to a temporary folder and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func TestJoin(t *testing.T) {
	ours := file(t, "ours.csv", `spec,ms,gbps,rel_l2
c2c:8*4,0.5,1,1e-7
r2c:8*4,0.25,1,2e-7
c2r:8*4,0.26,1,3e-7
dct2:8x8*1,0.2,1,4e-7
dct3:8x8*1,0.21,1,5e-7
dst2:8x8*1,0.19,1,6e-7
`)
	cufft := file(t, "cufft.csv", "spec,cufft_ms\nc2c:8*4,0.4\nr2c:8*4,0.5\n")
	peers := file(t, "peers.csv", "spec,cufft_ms,vkfft_ms\nc2c:8*4,,0.25\nr2c:8*4,0.6,\ndct2:8x8*1,,0.4\n")
	var out, notes bytes.Buffer
	require.NoError(t, printJoined(&out, &notes, "2026-11-20", []string{ours, cufft, peers}))
	require.Equal(t, `spec,ms,peer_ms,ratio,own_ratio,rel_l2,date
c2c:8*4,0.5000,0.2500,2.000,,1e-7,2026-11-20
r2c:8*4,0.2500,0.5000,0.500,,2e-7,2026-11-20
c2r:8*4,0.2600,,,1.040,3e-7,2026-11-20
dct2:8x8*1,0.2000,0.4000,0.500,,4e-7,2026-11-20
dct3:8x8*1,0.2100,,,1.050,5e-7,2026-11-20
dst2:8x8*1,0.1900,,,0.950,6e-7,2026-11-20
`, out.String())
	require.Equal(t, "3 rows with a peer, geometric mean of the ratios 0.794\n", notes.String())
}

func TestJoinRefuses(t *testing.T) {
	cufft := file(t, "cufft.csv", "spec,cufft_ms\nc2c:8*4,0.4\n")
	for text, why := range map[string]string{
		"spec,ms,rel_l2\ndst1:8*1,1,1\n": "dst1:8*1: no time of ours",
		"spec,ms\nz2z:8,1\n":             "z2z",
	} {
		var out, notes bytes.Buffer
		require.ErrorContains(t, printJoined(&out, &notes, "", []string{file(t, "ours.csv", text), cufft}), why)
	}
	require.ErrorContains(t, printJoined(nil, nil, "", []string{cufft}), "at least one of a peer")
}
