//go:build cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27))))

package device

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBindingLayout compares the layouts with the binding's structs, which a new version of the binding may change.
func TestBindingLayout(t *testing.T) {
	for _, c := range []struct{ theirs, ours any }{
		{wgpuDevice{}, deviceLayout{}},
		{wgpuQueue{}, childLayout{}},
		{wgpuBuffer{}, childLayout{}},
		{wgpuEncoder{}, childLayout{}},
	} {
		a, b := reflect.TypeOf(c.theirs), reflect.TypeOf(c.ours)
		require.Equal(t, b.Size(), a.Size(), a)
		require.Equal(t, b.NumField(), a.NumField(), a)
		for i := range a.NumField() {
			require.Equal(t, b.Field(i).Name, a.Field(i).Name, a)
			require.Equal(t, b.Field(i).Offset, a.Field(i).Offset, a)
			require.Equal(t, reflect.Pointer, a.Field(i).Type.Kind(), a)
		}
	}
}

// openAsApplication opens a device as a desktop application would.
func openAsApplication(t *testing.T) (*wgpuDevice, *wgpuQueue) {
	index := open(t).Adapter().Index // skips without an adapter
	instance, found := enumerateAsApplication()
	device, err := found[index].RequestDevice(nil)
	require.NoError(t, err)
	queue := device.GetQueue()
	t.Cleanup(func() {
		queue.Release()
		device.Release()
		for _, a := range found {
			a.Release()
		}
		instance.Release()
	})
	return device, queue
}

func TestAdopt(t *testing.T) {
	device, queue := openAsApplication(t)
	_, err := Adopt(nil, queue, Adapter{})
	require.Error(t, err)
	_, err = Adopt(device, nil, Adapter{})
	require.Error(t, err)
	_, stranger := openAsApplication(t)
	_, err = Adopt(device, stranger, Adapter{})
	require.ErrorContains(t, err, "another device")

	d, err := Adopt(device, queue, Adapter{Name: "ours"})
	require.NoError(t, err)
	require.Equal(t, "ours", d.Adapter().Name)
	require.NotZero(t, d.Limits().Invocations)
	r := newRoundTrip(t, d, 256)
	require.NoError(t, r.trip(t.Context(), 9))
	require.NoError(t, d.Close())
	require.ErrorIs(t, r.trip(t.Context(), 9), ErrClosed)
	r.close()

	// The device still belongs to the application, and can be adopted again.
	d, err = Adopt(device, queue, Adapter{})
	require.NoError(t, err)
	r = newRoundTrip(t, d, 256)
	require.NoError(t, r.trip(t.Context(), 9))
	r.close()
	require.NoError(t, d.Close())
}

func TestAdoptBufferAndEncoder(t *testing.T) {
	device, queue := openAsApplication(t)
	d, err := Adopt(device, queue, Adapter{})
	require.NoError(t, err)
	r := newRoundTrip(t, d, 256)
	theirs, err := newStorageBuffer(device, 1024)
	require.NoError(t, err)
	defer theirs.Release()
	for _, n := range []int64{0, -4, 6, 1028} {
		_, err = d.AdoptBuffer(theirs, n)
		require.Error(t, err, n)
	}
	_, err = d.AdoptBuffer(nil, 4)
	require.Error(t, err)
	_, err = open(t).AdoptBuffer(theirs, 4)
	require.ErrorContains(t, err, "another device")
	b, err := d.AdoptBuffer(theirs, 1024)
	require.NoError(t, err)
	require.ErrorContains(t, b.WriteAt(make([]byte, 4), 0), "copied to")
	require.ErrorContains(t, b.Map(t.Context()), "made here")
	g, err := d.NewBindings(r.p, Whole(r.src), Whole(b))
	require.NoError(t, err)

	enc, err := newEncoder(device)
	require.NoError(t, err)
	defer enc.Release()
	_, err = open(t).AdoptEncoder(enc)
	require.ErrorContains(t, err, "another device")
	_, err = d.AdoptEncoder(nil)
	require.Error(t, err)
	e, err := d.AdoptEncoder(enc)
	require.NoError(t, err)
	require.NoError(t, e.Dispatch(r.p, g, 4, 1, 1))
	between, err := d.NewBuffer("closed before the application submits", 1024, Storage)
	require.NoError(t, err)
	more, err := d.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, more.Copy(between, 0, b, 0, 1024))
	require.NoError(t, more.Copy(r.down, 0, between, 0, 1024))
	require.NoError(t, more.CloseAfter(between))
	require.ErrorContains(t, more.Append(e), "adopted encoder")
	require.NoError(t, e.Append(more))
	_, err = e.Submit()
	require.ErrorContains(t, err, "End")
	require.NoError(t, e.End())
	require.ErrorIs(t, e.End(), ErrClosed)
	require.True(t, between.closed.Load())
	require.NoError(t, b.Close())
	require.NoError(t, b.Close())
	require.NoError(t, g.Close())
	commands, err := finish(enc)
	require.NoError(t, err)
	queue.Submit(commands)
	commands.Release()
	require.NoError(t, r.down.Map(t.Context()))
	require.Equal(t, byte(1), r.down.Bytes()[1020])
	require.EqualValues(t, 1024, theirs.GetSize(), "still the application's")

	// An encoder that the application has finished gives an error.
	late, err := newEncoder(device)
	require.NoError(t, err)
	defer late.Release()
	e, err = d.AdoptEncoder(late)
	require.NoError(t, err)
	require.NoError(t, r.down.Unmap())
	require.NoError(t, e.Dispatch(r.p, r.b, 4, 1, 1))
	commands, err = finish(late)
	require.NoError(t, err)
	require.Error(t, e.End())
	commands.Release()
	r.close()
	require.NoError(t, d.Close())
}
