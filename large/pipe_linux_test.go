package large

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A pipe is neither a source, which would wait for a writer, nor a result.
func TestPipes(t *testing.T) {
	eng := engineOn(t)
	f := small(t)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(pipe, 0o666))
	for _, other := range []File{{In: pipe, Out: f.Out}, {In: f.In, Out: pipe}} {
		other.Config, other.buffers = f.Config, f.buffers
		require.ErrorContains(t, TransformFile(t.Context(), eng.Transforms, other), "not a regular file")
		info, err := os.Stat(pipe)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&os.ModeNamedPipe)
	}
	requireAlone(t, filepath.Dir(f.In), "in.npy")
}
