package wgsl

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// A kernel that exceeds a limit, or has a value with a second spelling, is refused.
func TestCheck(t *testing.T) {
	k := plain(16, 4, 16, 16)
	require.NoError(t, k.Check(DefaultLimits()))
	for what, c := range map[string]struct {
		change func(k *Kernel, l *Limits)
		need   int64
	}{
		"elements per thread":       {func(k *Kernel, _ *Limits) { k.Threads.Elements = 0 }, 1},
		"transforms per workgroup":  {func(k *Kernel, _ *Limits) { k.Threads.Transforms = 0 }, 1},
		"invocations per workgroup": {func(_ *Kernel, l *Limits) { l.Invocations = 63 }, 64},
		"storage bindings":          {func(_ *Kernel, l *Limits) { l.StorageBindings = 2 }, 3},
		"bytes of workgroup memory": {func(_ *Kernel, l *Limits) { l.WorkgroupBytes = 8191 }, 8192},
	} {
		other, l := k, DefaultLimits()
		c.change(&other, &l)
		var limit *LimitError
		require.True(t, errors.As(other.Check(l), &limit), what)
		require.Contains(t, limit.What, what)
		require.Equal(t, c.need, limit.Need, what)
	}
	for what, change := range map[string]func(k *Kernel){
		"inner extent 1": func(k *Kernel) { k.Stages.InnerExtent = 1 },
		"interleave 1":   func(k *Kernel) { k.Threads.Interleave = 1 },
		"slices 1":       func(k *Kernel) { k.Exchange.Slices = 1 },
		"F32":            func(k *Kernel) { k.Number = F32{} },
		"not on":         func(k *Kernel) { k.Exchange.Layout.Digits.Inner = 1 },
		"DFT":            func(k *Kernel) { k.Stages.DFT = Butterflies },
		"no radix":       func(k *Kernel) { k.Stages.DFT = TwistedRadix3 },
		"no algorithm":   func(k *Kernel) { k.Stages.DFT = Algorithm(200) },
		"thread order":   func(k *Kernel) { k.Threads.Order[loads] = 2 },
	} {
		require.ErrorContains(t, k.with(change).Check(DefaultLimits()), what)
	}
}
