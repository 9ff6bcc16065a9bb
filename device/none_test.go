//go:build !(cgo && (android || darwin || (linux && amd64) || (windows && amd64)))

package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutBinding(t *testing.T) {
	_, err := Adapters()
	require.ErrorIs(t, err, ErrNoAdapter)
	for _, c := range []Choice{{}, {Kind: AnySoftware}, {Kind: ByIndex}, {Kind: ByName, Name: "x"}} {
		_, err := Open(c)
		require.ErrorIs(t, err, ErrNoAdapter)
		require.ErrorContains(t, err, "CGO_ENABLED=1")
	}
	var d *Device // there is no other
	_, err = d.NewBuffer("x", 4, Storage)
	require.ErrorIs(t, err, ErrNoAdapter)
	require.NoError(t, d.Close())
}
