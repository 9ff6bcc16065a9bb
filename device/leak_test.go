package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// occupied returns the number of objects that wgpu holds for a device.
func occupied(t *testing.T, d *Device) map[string]uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	for range 3 {
		d.poll() // frees released objects
	}
	return d.n.count()
}

func TestNothingLeaks(t *testing.T) {
	d := open(t)
	round := func() {
		r := newRoundTrip(t, d, 256)
		defer r.close()
		require.NoError(t, r.trip(t.Context(), 1))
		require.GreaterOrEqual(t, occupied(t, d)["buffers"], uint64(4), "the report counts")
		for range 10 { // failed calls must release their objects, too
			m := copyModule()
			m.Text = "no"
			_, err := d.NewPipeline(m)
			require.Error(t, err)
			m = copyModule()
			m.Entry = "no"
			_, err = d.NewPipeline(m)
			require.Error(t, err)
			e, err := d.NewEncoder()
			require.NoError(t, err)
			require.NoError(t, e.Dispatch(r.p, r.b, 1, 1, 1))
			e.Discard()
			e, err = d.NewEncoder()
			require.NoError(t, err)
			require.NoError(t, e.Dispatch(r.p, r.b, 1, 1, 1))
			require.NoError(t, e.Copy(r.src, 0, r.up, 0, 4))
			_, err = e.Submit() // up is mapped
			require.Error(t, err)
			require.NoError(t, r.down.BeginMap())
			require.NoError(t, r.down.Unmap())
		}
		if d.Adapter().Timestamps {
			ts, err := d.NewTimestamps(4)
			require.NoError(t, err)
			_, err = ts.Read(t.Context())
			require.NoError(t, err)
			require.NoError(t, ts.Close())
		}
	}
	round()
	before := occupied(t, d)
	for range 10 {
		round()
	}
	require.Equal(t, before, occupied(t, d))
	require.Empty(t, d.live)
	t.Log(before)
}

func TestOutOfMemory(t *testing.T) {
	d := open(t)
	if d.Adapter().Kind != Discrete || d.Limits().AllocationBytes != maxAllocation {
		t.Skip("the driver would not see the request, or take the machine's own memory")
	}
	// Within the limit, an NVIDIA driver uses host memory once its own memory is full.
	d.info.Limits.AllocationBytes = unlimited
	for range 10 {
		_, err := d.NewBuffer("big", unlimited/2, Storage)
		require.ErrorIs(t, err, ErrOutOfMemory)
	}
	require.Empty(t, d.live)
	require.NoError(t, newRoundTrip(t, d, 256).trip(t.Context(), 1))
}
