//go:build !js

package browser

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFirst(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	defer cancel()
	file := filepath.Join(t.TempDir(), "x.wasm")
	require.NoError(t, Build(ctx, "./first", file, false))
	c, err := Start(ctx, Flags...)
	require.NoError(t, err)
	defer c.Close()
	code, err := c.Run(ctx, Program{File: file}, os.Stdout)
	require.NoError(t, err)
	require.Zero(t, code)
}
