package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A recorder is a player that counts operations and records the addresses of accesses. It walks
// through the whole kernel, lane by lane. Costs are estimates of its results.
type recorder struct {
	operations
	lane *record
}

// A record has the operations and accesses of one lane of a workgroup.
type record struct {
	instructions float64
	barriers     int
	shared       []int    // words of workgroup memory, in the order of accesses
	moved        [2][]int // elements read and written
}

func (r *recorder) Get(at []*Index, isReal bool) Value {
	r.lane.shared = append(r.lane.shared, r.group.word(at, &r.env))
	return r.operations.Get(at, isReal)
}

func (r *recorder) Put(at []*Index, v Value) {
	r.lane.shared = append(r.lane.shared, r.group.word(at, &r.env))
	r.operations.Put(at, v)
}

func (r *recorder) Read(a *Array, at *Index) Value {
	if a.Name == "src" {
		r.lane.moved[loads] = append(r.lane.moved[loads], at.Eval(&r.env))
	}
	return r.operations.Read(a, at)
}

func (r *recorder) Write(a *Array, at *Index, v Value) {
	r.lane.moved[stores] = append(r.lane.moved[stores], at.Eval(&r.env))
	r.operations.Write(a, at, v)
}

func (r *recorder) Barrier() {
	r.lane.barriers++
	r.operations.Barrier()
}

func (r *recorder) Call(f *Func, _ string, indices []*Index, args []Value) []Value {
	return f.Body(r, indices, lets(r, args))
}

// recorded runs the instructions of a program on recorders.
type recorded struct {
	p   *program
	all map[touch]*record // by workgroup and lane
}

func (d recorded) run(m Machine, r registers) registers {
	p := m.(*player)
	lane := &record{}
	d.all[touch{group: p.env.Group, lane: p.env.Lane}] = lane
	w := &recorder{operations{player: *p}, lane}
	for _, i := range d.p.instructions {
		r = i.run(w, r)
	}
	lane.instructions = w.Instructions
	return r
}

// walk returns the records of a kernel of trials.
func walk(t *testing.T, k Kernel) map[touch]*record {
	p, err := k.lower()
	require.NoError(t, err)
	all := map[touch]*record{}
	with := *p
	with.instructions = []instruction{recorded{p, all}}
	_, _, races, err := played(k, &with)
	require.NoError(t, err)
	require.Zero(t, races)
	return all
}

// isUniform reports whether all lanes of a kernel of trials do the same.
func isUniform(k Kernel) bool {
	return k.Work().Idle == 1 && k.Work().Conditions == 0 && !k.Dispatch.Tail
}

// Work is the sum of the operations of all lanes of a walk.
func TestWorkIsThatOfTheWalk(t *testing.T) {
	tried := 0
	for _, k := range trials() {
		w := k.Work()
		perLane := float64(k.N()) / float64(k.ThreadsPerTransform()) // points
		for at, r := range walk(t, k) {
			require.Equal(t, w.Barriers, r.barriers, k.Name())
			if !isUniform(k) {
				continue
			}
			tried++
			words := len(r.shared)
			if !k.Exchange.Split {
				words *= 2
			}
			require.InDelta(t, w.Exchanged*perLane, words, 1e-9, "%s lane %v", k.Name(), at)
			// Estimates of butterflies are rough, and count 6 for a twiddle.
			require.InEpsilon(t, instructions(w)*perLane, r.instructions, 0.2, "%s lane %v", k.Name(), at)
		}
	}
	require.Greater(t, tried, 500)
}

// together calls f for the accesses that the lanes of each warp do together, in groups of some lanes.
func together(k Kernel, lanes int, all map[touch]*record, of func(*record) []int, f func(places []int)) {
	for at, r := range all {
		if at.lane%lanes != 0 {
			continue
		}
		for i := range of(r) {
			var places []int
			for l := at.lane; l < min(at.lane+lanes, k.Invocations()); l++ {
				places = append(places, of(all[touch{group: at.group, lane: l}])[i])
			}
			f(places)
		}
	}
}

// A sample has nearly as many conflicts and transactions as the walk.
func TestSamplesAreLikeTheWalk(t *testing.T) {
	tried := 0
	for _, k := range trials() {
		if !isUniform(k) || k.Exchange.slices() > 1 || k.Dispatch.InPlace {
			continue
		}
		all := walk(t, k)
		sum, count := 0, 0
		inUse := warp * 4 / k.exchangeBytes()
		together(k, inUse, all, func(r *record) []int { return r.shared }, func(words []int) {
			sum += Layout{}.conflicts(words, inUse)
			count++
		})
		if count > 0 && k.Load.Path == Direct {
			tried++
			require.InDelta(t, float64(sum)/float64(count), k.ConflictDegree(), 0.2, k.Name())
		}
		for _, unit := range []int{SectorPoints, LinePoints} {
			var ratios [2]float64
			for side := range ratios {
				touched, points := 0, 0
				together(k, warp, all, func(r *record) []int { return r.moved[side] }, func(elements []int) {
					units := map[int]bool{}
					for _, e := range elements {
						units[e/unit] = true
					}
					touched += len(units)
					points += len(elements)
				})
				ratios[side] = float64(touched*unit) / float64(points)
			}
			load, store := k.Transactions(unit)
			if k.Load.Path == Direct {
				require.InEpsilon(t, ratios[loads], load, 0.2, "%s in units of %d", k.Name(), unit)
			}
			if k.Store.Path == Direct {
				require.InEpsilon(t, ratios[stores], store, 0.2, "%s in units of %d", k.Name(), unit)
			}
		}
	}
	require.Greater(t, tried, 5)
}

// instructions returns the arithmetic instructions per point.
func instructions(w Work) float64 { return w.Flops + w.Products }
