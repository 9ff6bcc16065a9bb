package device

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Kernels that compile at the same time work, and each error belongs to the kernel that caused it.
func TestCompilationsAtTheSameTime(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 100)
	const n = 24
	modules, pipelines, errs := make([]wgsl.Module, n), make([]*Pipeline, n), make([]error, n)
	isWrong := func(i int) bool { return i%5 == 3 }
	for i := range modules {
		m := copyModule()
		m.Name = fmt.Sprintf("kernel%d", i)
		if isWrong(i) {
			m.Text = strings.Replace(m.Text, "+ 1u", "+ missing", 1)
		}
		modules[i] = m
	}
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { pipelines[i], errs[i] = d.NewPipeline(modules[i]) })
	}
	wait.Wait()
	for i := range n {
		if isWrong(i) {
			require.ErrorContains(t, errs[i], modules[i].Name+":")
			require.ErrorContains(t, errs[i], "missing")
			require.Nil(t, pipelines[i])
			continue
		}
		require.NoError(t, errs[i])
		require.Equal(t, modules[i].Name, pipelines[i].Name())
		r.p = pipelines[i]
		require.NoError(t, r.trip(t.Context(), uint32(1000*i)))
	}
}

// A group is closed to others when it is full, and when its first compilation is done.
func TestGroupsOfCompilationsEnd(t *testing.T) {
	g := &compileGroup{d: &Device{}, done: make(chan struct{})}
	for range compilers {
		require.True(t, g.add(&compilation{}))
	}
	require.False(t, g.add(&compilation{}), "full")

	g = &compileGroup{d: &Device{}, done: make(chan struct{}), running: 1}
	require.True(t, g.add(&compilation{}))
	g.leave()
	require.False(t, g.add(&compilation{}), "the first compilation is done")
}

// Closing the device while kernels compile returns ErrClosed or the kernel, and leaks nothing.
func TestCloseWhileKernelsCompile(t *testing.T) {
	d := open(t)
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Go(func() {
			m := copyModule()
			m.Name = fmt.Sprintf("kernel%d", i)
			p, err := d.NewPipeline(m)
			if err != nil {
				assert.ErrorIs(t, err, ErrClosed)
				return
			}
			assert.NoError(t, p.Close())
		})
	}
	require.NoError(t, d.Close())
	wait.Wait()
	require.Empty(t, d.live)
}
