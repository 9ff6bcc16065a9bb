package wgsl

import (
	"fmt"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain returns a kernel that transforms contiguous rows.
func plain(elements, transforms int, radices ...int) Kernel {
	r, err := MakeRadices(radices...)
	if err != nil {
		panic(err)
	}
	v := Rows(r.N(), r.N())
	return Kernel{
		Stages:  Stages{Radices: r},
		Threads: Ownership{Elements: elements, Transforms: transforms},
		Load:    End{View: v}, Store: End{View: v},
	}
}

// with returns the kernel with changes.
func (k Kernel) with(change func(k *Kernel)) Kernel {
	change(&k)
	return k
}

// staged makes both paths staged.
func staged(k *Kernel) { k.Load.Path, k.Store.Path = Staged, Staged }

// inColumns makes the kernel transform the columns of matrices.
func inColumns(n int) func(k *Kernel) {
	return func(k *Kernel) {
		k.Load.View, k.Store.View = Columns(n, k.N()), Columns(n, k.N())
		k.Threads.Order = [2]Order{BatchFastest, BatchFastest}
	}
}

// trials are kernels of plain stages in all layouts.
func trials() []Kernel {
	return []Kernel{
		plain(8, 1, 8),
		plain(2, 4, 2),
		plain(3, 5, 3, 3),
		plain(4, 1, 4, 4, 4),
		plain(4, 3, 4, 4, 4),
		plain(16, 1, 16, 16, 4).with(func(k *Kernel) { k.Exchange.Layout.Pad = 5 }),
		plain(16, 2, 16, 16).with(func(k *Kernel) { k.Exchange.Layout.Swizzle = 4 }),
		plain(8, 2, 2, 8, 4).with(func(k *Kernel) { k.Exchange.Split = true }),
		plain(8, 1, 8, 8, 8).with(func(k *Kernel) { k.Exchange.Slices = 2 }),
		plain(8, 2, 8, 8).with(func(k *Kernel) { k.Exchange.Slices, k.Exchange.Split = 3, true }),
		plain(6, 2, 6, 5, 4).with(func(k *Kernel) { k.Exchange.Layout.Pad = 3 }),
		plain(15, 1, 3, 5, 7),
		plain(4, 8, 4, 4).with(staged),
		plain(4, 8, 4, 4).with(staged).with(func(k *Kernel) { k.Exchange.Split, k.Exchange.Layout.Pad = true, 4 }),
		plain(3, 4, 3, 5).with(staged),
		plain(4, 16, 4, 8).with(inColumns(48)),
		plain(4, 16, 4, 8).with(inColumns(48)).with(func(k *Kernel) { k.Threads.Order[1] = PointsFastest }),
		plain(8, 4, 8, 8).with(inColumns(12)).with(func(k *Kernel) { k.Exchange.Slices, k.Exchange.Layout.Pad = 2, 5 }),
		plain(4, 3, 4, 4).with(func(k *Kernel) { k.Dispatch.Tail = true }),
		plain(4, 3, 4, 4).with(staged).with(func(k *Kernel) { k.Dispatch.Tail = true }),
		plain(4, 2, 4, 4).with(func(k *Kernel) { k.Dispatch.InPlace, k.Twiddles.Fence = true, FenceBarriers }),
		plain(4, 2, 4, 4).with(func(k *Kernel) { k.Dispatch.Fold, k.Twiddles.Fence = true, FenceStages }),
		plain(4, 2, 4, 4).with(func(k *Kernel) { k.Load.Ops[0], k.Store.Ops[0] = Swap{}, Swap{} }),
	}
}

// batchOf returns a batch for which a kernel of trials runs several workgroups.
func batchOf(k Kernel) int {
	switch b := k.Load.View.Batch[0]; {
	case k.Dispatch.Tail:
		return 2*k.Threads.Transforms + 1
	case b.Extent > 0:
		return 2 * b.Extent
	}
	return 3 * k.Threads.Transforms
}

// played returns the source of a kernel of trials and its result.
func played(k Kernel, p *program) (in, out []complex128, races int, err error) {
	r := rand.New(rand.NewPCG(1, uint64(k.N())))
	batch := batchOf(k)
	in = make([]complex128, batch*k.N())
	for i := range in {
		in[i] = complex(r.NormFloat64(), r.NormFloat64())
	}
	out = slices.Repeat([]complex128{cmplx.NaN()}, len(in))
	arrays := map[string][]complex128{"src": in, "dst": out}
	if k.Dispatch.InPlace {
		out = slices.Clone(in)
		arrays = map[string][]complex128{"data": out}
	}
	races, err = p.play(Part{End: batch}, arrays)
	return in, out, races, err
}

// dftOf returns the DFT of x, or the inverse one without a factor.
func dftOf(x []complex128, isInverse bool) []complex128 {
	n := len(x)
	y := make([]complex128, n)
	for k := range y {
		for j := range x {
			w := Root(n, j*k%n).Z
			if isInverse {
				w = cmplx.Conj(w)
			}
			y[k] += w * x[j]
		}
	}
	return y
}

// Kernels of plain stages compute the DFT, and lanes wait for each other where they must.
func TestPlay(t *testing.T) {
	for i, k := range trials() {
		t.Run(fmt.Sprintf("%d", i), func(t *testing.T) {
			p, err := k.lower()
			require.NoError(t, err)
			in, out, races, err := played(k, p)
			require.NoError(t, err)
			require.Zero(t, races)
			worst := 0.0
			for q := range batchOf(k) {
				x := make([]complex128, k.N())
				for j := range x {
					x[j] = in[k.Load.View.At(q, j)]
				}
				for j, want := range dftOf(x, k.Load.Ops[0] != nil) {
					worst = max(worst, cmplx.Abs(out[k.Store.View.At(q, j)]-want))
					require.False(t, cmplx.IsNaN(out[k.Store.View.At(q, j)]))
				}
			}
			require.Less(t, worst, 1e-13*float64(k.N()))
		})
	}
}

// Workgroups that read elements which others write have races if the elements matter.
func TestRacesOfWorkgroups(t *testing.T) {
	for _, c := range []struct {
		change func(k *Kernel)
		isRace bool
	}{
		{func(k *Kernel) { k.Load.View = Columns(4, 4) }, true},
		{func(k *Kernel) { k.Store.View = Columns(4, 4) }, true},
		{func(k *Kernel) {}, false},
		// lanes read beyond the block of their workgroup
		{func(k *Kernel) { *k = plain(3, 1, 5, 5).with(staged); k.Dispatch.Tail = true }, false},
	} {
		p, err := plain(4, 1, 4).with(c.change).lower()
		require.NoError(t, err)
		p.moves[loads].array.Name = "dst" // source and target are one array
		data := make([]complex128, 4*p.kernel.N())
		for i := range data {
			data[i] = complex(float64(i), 1)
		}
		races, err := p.play(Part{End: 4}, map[string][]complex128{"dst": data})
		require.NoError(t, err)
		require.Equal(t, c.isRace, races > 0)
		require.Equal(t, c.isRace, slices.ContainsFunc(data, cmplx.IsNaN))
	}
}

// A deaf machine leaves one barrier out.
type deaf struct {
	*player
	left int
}

func (d *deaf) Barrier() {
	if d.left--; d.left != 0 {
		d.player.Barrier()
	}
}

// Without one of its barriers a kernel has races.
func TestRaces(t *testing.T) {
	for i, k := range trials() {
		p, err := k.lower()
		require.NoError(t, err)
		if p.memory.shape == nil {
			continue
		}
		for n := 2; n <= countBarriers(p); n += 2 { // those between writing and reading
			without := *p
			without.instructions = []instruction{deafly{p, n}}
			_, _, races, err := played(k, &without)
			require.NoError(t, err)
			require.NotZero(t, races, "kernel %d without barrier %d", i, n)
		}
	}
}

// deafly runs the instructions of a program without one of its barriers.
type deafly struct {
	p       *program
	without int
}

func (d deafly) run(m Machine, r registers) registers {
	m = &deaf{m.(*player), d.without}
	for _, i := range d.p.instructions {
		r = i.run(m, r)
	}
	return r
}

// countBarriers returns the number of barriers of a program.
func countBarriers(p *program) int {
	n := 0
	for _, i := range p.instructions {
		if x, ok := i.(*exchange); ok {
			parts := 1
			if p.kernel.Exchange.Split {
				parts = 2
			}
			n += 2 * parts * x.p.kernel.Exchange.slices()
		}
	}
	return n
}
