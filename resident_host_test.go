package wgfft

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
)

// One program with buffers, an encoder, a submission and a mapping runs on both engines.
func TestResidentProgram(t *testing.T) { onBoth(t, testResidentProgram) }

func testResidentProgram(t *testing.T, c *Engine) {
	dev, err := c.Device()
	require.NoError(t, err)
	const n, batch = 16, 3
	r, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err)
	defer r.Close()
	require.NoError(t, r.Warm(ctx))
	require.EqualValues(t, 8*n*batch, r.Bytes())
	src, err := r.NewSource()
	require.NoError(t, err)
	defer src.Close()
	dst, err := r.NewResult()
	require.NoError(t, err)
	defer dst.Close()
	down, err := dev.NewBuffer("down", 2*r.Bytes(), device.Download)
	require.NoError(t, err)
	defer down.Close()
	x := ref.Uniform(1, n*batch)
	memory := make([]byte, r.Bytes())
	for i, v := range x {
		binary.LittleEndian.PutUint32(memory[8*i:], math.Float32bits(real(v)))
		binary.LittleEndian.PutUint32(memory[8*i+4:], math.Float32bits(imag(v)))
	}
	require.NoError(t, src.WriteAt(memory, 0))
	for range 2 {
		enc, err := dev.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, r.EncodeForward(enc, Region{Buffer: dst}, Region{Buffer: src}))
		require.NoError(t, enc.Copy(down, 0, dst, 0, r.Bytes()))
		require.NoError(t, r.EncodeInverse(enc, Region{Buffer: dst}, Region{Buffer: dst}))
		require.NoError(t, enc.Copy(down, r.Bytes(), dst, 0, r.Bytes()))
		_, err = enc.Submit()
		require.NoError(t, err)
		require.NoError(t, down.Map(ctx))
		points := make([]complex64, 2*n*batch)
		for i := range points {
			re := binary.LittleEndian.Uint32(down.Bytes()[8*i:])
			im := binary.LittleEndian.Uint32(down.Bytes()[8*i+4:])
			points[i] = complex(math.Float32frombits(re), math.Float32frombits(im))
		}
		require.NoError(t, down.Unmap())
		near(t, points[:n*batch], x, n, false, NormBackward)
		require.LessOrEqual(t, ref.RelL2(points[n*batch:], ref.Widen(x)), 2*ref.Tolerance(n))
	}
	require.ErrorContains(t, r.EncodeForward(nil, Region{Buffer: dst}, Region{Buffer: src}), "nil encoder")
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	require.ErrorIs(t, r.EncodeForward(enc, Region{Buffer: dst, Offset: 256}, Region{Buffer: src}), ErrSliceLength)
	require.ErrorIs(t, r.EncodeForward(enc, Region{Buffer: src, Offset: 256}, Region{Buffer: src}), ErrSliceLength)
	large := upload(t, c, make([]complex64, 2*n*batch))
	var limit *LimitError
	require.ErrorAs(t, r.EncodeForward(enc, Region{Buffer: large, Offset: 8}, Region{Buffer: src}), &limit)
	require.ErrorIs(t,
		r.EncodeForward(enc, Region{Buffer: large, Offset: 256}, Region{Buffer: large}), ErrOverlap)
	require.NoError(t, r.Close())
	require.ErrorIs(t, r.EncodeForward(enc, Region{Buffer: dst}, Region{Buffer: src}), ErrClosed)
}

// The buffers of an engine are counted, also on the CPU engine.
func TestHostStats(t *testing.T) {
	c := openCPU(t)
	require.Zero(t, c.Stats())
	b, err := c.NewBuffer(100)
	require.NoError(t, err)
	require.NoError(t, c.Upload(ctx, Region{Buffer: b}, make([]complex64, 100)))
	require.NoError(t, c.Download(ctx, make([]complex64, 100), Region{Buffer: b}))
	require.Equal(t, Stats{Buffers: 1, BufferBytes: 800, Submissions: 1}, c.Stats())
	require.NoError(t, b.Close())
	require.Zero(t, c.Stats().BufferBytes)
}

// Engines on the CPU share a device by Config.Use, which they leave open.
func TestHostDeviceIsShared(t *testing.T) {
	first := openCPU(t)
	dev, err := first.Device()
	require.NoError(t, err)
	second, err := Open(Config{Use: dev})
	require.NoError(t, err)
	require.True(t, second.Adapter().CPU)
	b := upload(t, first, []complex64{1, 2, 3})
	require.Equal(t, []complex64{1, 2, 3}, download(t, second, b, 3))
	r, err := second.PlanResident(ctx, Problem{Shape: []int{3}})
	require.NoError(t, err)
	require.NoError(t, second.Close())
	require.ErrorIs(t, r.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}), ErrClosed)
	require.Equal(t, []complex64{1, 2, 3}, download(t, first, b, 3))
	other := upload(t, openCPU(t), []complex64{1})
	require.ErrorContains(t, first.Upload(ctx, Region{Buffer: other}, []complex64{1}), "belongs to another device")
}

// Calls of the CPU engine end with their contexts, and leave the caller's slices alone.
func TestHostCallsEnd(t *testing.T) {
	c := openCPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	b := upload(t, c, []complex64{1, 2, 3, 4})
	at := Region{Buffer: b}
	r, err := c.PlanResident(ctx, Problem{Shape: []int{4}})
	require.NoError(t, err)
	defer r.Close()
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	release := make(chan struct{})
	require.NoError(t, enc.Call(func() error { <-release; return nil }))
	_, err = enc.Submit()
	require.NoError(t, err)
	short, cancel := context.WithTimeout(ctx, 1e6)
	defer cancel()
	got := make([]complex64, 4)
	require.ErrorIs(t, c.Download(short, got, at), context.DeadlineExceeded)
	require.ErrorIs(t, r.Forward(short, at, at), context.DeadlineExceeded)
	close(release)
	require.Equal(t, []complex64{1, 2, 3, 4}, download(t, c, b, 4), "the call had no effect after its context")
	require.Equal(t, make([]complex64, 4), got)

	parts, err := dev.NewBufferInParts("parts", 1<<20, nil)
	require.NoError(t, err)
	require.NoError(t, parts.Close())
	require.ErrorIs(t, r.Forward(ctx, Region{Buffer: parts}, at), ErrClosed)
	small := device.NewHost(64)
	defer small.Close()
	tight, err := Open(Config{Use: small})
	require.NoError(t, err)
	defer tight.Close()
	split, err := small.NewBufferInParts("split", 96, []int64{64})
	require.NoError(t, err)
	require.ErrorContains(t, tight.Download(ctx, got, Region{Buffer: split}), "several allocations")
	require.ErrorAs(t, second(tight.NewBuffer(9)), new(*LimitError))
}
