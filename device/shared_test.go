package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSharedBuffers: a kernel reads and writes buffers that the host reads and writes while they are mapped.
func TestSharedBuffers(t *testing.T) {
	d := open(t)
	if !d.HasShared() {
		_, err := d.NewBuffer("shared", 64, Shared)
		require.ErrorContains(t, err, "the device has no Shared buffers")
		return
	}
	b, err := d.NewBuffer("shared", 64, Shared)
	require.NoError(t, err)
	defer b.Close()
	other, err := d.NewBuffer("other", 64, Storage)
	require.NoError(t, err)
	defer other.Close()
	copy(b.Bytes(), "written by the host")
	require.NoError(t, b.Unmap())
	for _, ends := range [][2]*Buffer{{other, b}, {b, other}} {
		enc, err := d.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, enc.Copy(ends[0], 0, ends[1], 4, 60))
		_, err = enc.Submit()
		require.NoError(t, err)
	}
	require.NoError(t, b.Map(t.Context()))
	require.Equal(t, "by the host", string(b.Bytes()[:11]), "four bytes further on each way")
}

// TestKeepsMemory: a buffer whose memory stays accessible is mapped at the same address again, with the same bytes.
func TestKeepsMemory(t *testing.T) {
	d := open(t)
	for _, u := range []Usage{Upload, Download} {
		b, err := d.NewBuffer("kept", 1<<20, u)
		require.NoError(t, err)
		keeps, err := b.KeepsMemory(t.Context())
		require.NoError(t, err)
		require.True(t, keeps || !isAccessible(make([]byte, 1)), "software drivers keep memory")
		require.Len(t, b.Bytes(), 1<<20, "mapped")
		b.Bytes()[12345] = 0
		require.NoError(t, b.Close())
		_, err = b.KeepsMemory(t.Context())
		require.ErrorIs(t, err, ErrClosed)
	}
	storage, err := d.NewBuffer("storage", 64, Storage)
	require.NoError(t, err)
	defer storage.Close()
	_, err = storage.KeepsMemory(t.Context())
	require.Error(t, err)
}
