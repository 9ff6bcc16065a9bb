package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out))
	require.Regexp(t, `round 5: .*, relative error [1-9](\.\d)?e-07\n$`, out.String())
	require.InDelta(t, 0.5, relativeError([]complex64{3, 1}, []complex64{2, 0}), 0.21)
}
