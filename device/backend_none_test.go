//go:build !js && !(cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27)))))

package device

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutBinding(t *testing.T) {
	_, err := Adapters()
	require.ErrorIs(t, err, ErrNoAdapter)
	for _, c := range []Choice{{}, {Kind: AnySoftware}, {Kind: ByIndex}, {Kind: ByName, Name: "x"}} {
		_, err := Open(c)
		require.ErrorIs(t, err, ErrNoAdapter)
		require.ErrorContains(t, err, noneReason(runtime.GOOS, runtime.GOARCH))
	}
	require.Contains(t, noneReason("linux", "amd64"), "install a C compiler and build with CGO_ENABLED=1")
	require.Contains(t, noneReason("linux", "arm64"), "-tags wgpu27")
	require.NotContains(t, noneReason("wasip1", "wasm"), "compiler", "one does not help in WebAssembly")
	require.Contains(t, noneReason("wasip1", "wasm"), "CPU engine alone")
	_, err = Adopt(new(int), nil, Adapter{})
	require.ErrorIs(t, err, ErrNoAdapter)
}
