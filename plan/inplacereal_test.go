package plan

import (
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// overlaid are the transforms that read and wrote a number; nil notes nothing.
type overlaid map[int][2][]int

func (o overlaid) note(q, what int, numbers []int) {
	if o == nil {
		return
	}
	for _, n := range numbers {
		at := o[n]
		at[what] = append(at[what], q)
		o[n] = at
	}
}

func (o overlaid) read(q int, numbers []int)   { o.note(q, 0, numbers) }
func (o overlaid) wrote(q int, numbers ...int) { o.note(q, 1, numbers) }

// check says that no transform reads what another writes.
func (o overlaid) check(t *testing.T, name string) {
	t.Helper()
	for n, at := range o {
		for _, reader := range at[0] {
			for _, writer := range at[1] {
				if reader != writer {
					t.Fatalf("%s in place: transform %d reads number %d, which %d writes", name, reader, n, writer)
				}
			}
		}
	}
}

// isOverlaid plays a plan of half transforms in place on random data and compares with the definition. Nothing but what the layouts describe is written.
func isOverlaid(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	in, out, err := p.Problem.layouts()
	require.NoError(t, err)
	ends, batch := p.arrays, p.Problem.Count()
	x := randomPoints(r, ends[0].Elements*batch)
	memory := make([]complex128, (p.Target().Bytes+7)/8+4)
	require.GreaterOrEqual(t, p.Target().Bytes, max(in.spannedBytes(), out.spannedBytes()))
	for i := range memory {
		memory[i] = complex(math.NaN(), math.NaN())
	}
	described := make([]bool, 2*len(memory)) // numbers
	reals := func(at resolvedLayout) bool { return at.size < ElementBytes }
	describe := func(at resolvedLayout, elements int) {
		for e := range elements {
			switch to, exists := at.At(e); {
			case !exists:
			case reals(at):
				described[to] = true
			default:
				described[2*to], described[2*to+1] = true, true
			}
		}
	}
	describe(in, len(x))
	describe(out, ends[1].Elements*batch)
	for e := range x {
		to, exists := in.At(e)
		if reals(in) {
			x[e] = complex(real(x[e]), 0)
		}
		switch {
		case !exists:
			x[e] = 0
		case !reals(in):
			memory[to] = x[e]
		case to%2 == 0:
			memory[to/2] = complex(real(x[e]), imag(memory[to/2]))
		default:
			memory[to/2] = complex(real(memory[to/2]), real(x[e]))
		}
	}
	got := interpret(t, p, memory)
	for q := range batch {
		want := realTransform(x[q*ends[0].Elements:(q+1)*ends[0].Elements], p.Problem)
		have := make([]complex128, ends[1].Elements)
		for i := range have {
			at, exists := out.At(q*len(have) + i)
			switch {
			case !exists:
				want[i] = 0
			case reals(out):
				have[i], want[i] = complex(numberOf(got, at), 0), complex(real(want[i]), 0)
			default:
				have[i] = got[at]
			}
		}
		require.LessOrEqual(t, distance(have, want), rounded, "%v %v: %s", p.Problem, p, p.Schedule())
	}
	for n, there := range described {
		require.True(t, there || math.IsNaN(numberOf(got, n)), "%v %v: number %d is not of the arrays", p.Problem, p, n)
	}
}

// Rows of every length, arrays along any of their axes, in place: in one pass, in several, and by way of scratch.
func TestInterpretedHalfTransformsInPlace(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(31))
	made := func(p Problem) Plan {
		t.Helper()
		p.InPlace = true
		plan, err := Make(p, l)
		require.NoError(t, err, "%v", p)
		isOverlaid(t, r, plan)
		return plan
	}
	for _, kind := range []Kind{R2C, C2R} {
		for n := 1; n <= 300; n++ {
			if n > 70 && n%13 > 0 || n > 24 && (n+int(kind))%7 > 0 && !everything() {
				continue
			}
			p := made(Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%4, Norm: Norm(n % 3), Inverse: r.Intn(2) == 0, PackPairs: r.Intn(2) == 0})
			require.Zero(t, p.Schedule().ScratchBytes(), "%v", p)
		}
		for i, n := range []int{500, 509, 1000, 1021, 2 * 1009, 8192, 8209, 16384, 65536} {
			if (i+int(kind))%2 > 0 && !everything() {
				continue
			}
			made(Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%2*2})
		}
		for _, shape := range [][]int{{16, 16}, {5, 7}, {128, 100}, {3, 1, 2}, {4, 9, 130}} {
			p := made(Problem{Kind: kind, Shape: shape, Batch: 2})
			require.Equal(t, len(p.Axes) == len(p.Passes), p.Schedule().ScratchBytes() == 0, "%v", p)
		}
	}
	lengths := []int{1, 2, 3, 4, 5, 8, 9, 12, 17, 30, 80}
	draws := 25
	if everything() {
		draws = 120
	}
	for range draws {
		p := Problem{Kind: R2C + Kind(r.Intn(2)), Batch: 1 + r.Intn(3), Norm: Norm(r.Intn(3)), Inverse: r.Intn(2) == 0, PackPairs: r.Intn(2) == 0}
		for range 1 + r.Intn(3) {
			p.Shape = append(p.Shape, lengths[r.Intn(len(lengths))])
		}
		p.Axes = r.Perm(len(p.Shape))[:1+r.Intn(len(p.Shape))]
		made(p)
	}
}

// Layouts in which rows lie on their spectra, and others: those go by way of scratch.
func TestInterpretedLayoutsOfHalfTransformsInPlace(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(32))
	for _, n := range []int{16, 17, 100} {
		bins := n/2 + 1
		for name, c := range map[string]struct {
			reals, bins Layout
			scratch     bool
		}{
			"usual":         {},
			"far apart":     {reals: Layout{Strides: []int{2*bins + 6, 1}, Dist: 3*(2*bins+6) + 8}, bins: Layout{Strides: []int{bins + 3, 1}, Dist: 3*(bins+3) + 4}},
			"offset":        {reals: Layout{Offset: 10}, bins: Layout{Offset: 5}},
			"backwards":     {reals: Layout{Strides: []int{-2 * bins, 1}, Dist: 6 * bins, Offset: 4 * bins}, bins: Layout{Strides: []int{-bins, 1}, Dist: 3 * bins, Offset: 2 * bins}},
			"dense numbers": {reals: Layout{Strides: []int{n, 1}, Dist: 3 * n}, scratch: true},
			"other offset":  {reals: Layout{Offset: 1}, scratch: true},
			"fewer numbers": {reals: Layout{Have: []int{3, n - 4}}},
			"fewer rows":    {reals: Layout{Have: []int{2, n}, Dist: 6 * bins}, scratch: true},
			"columns":       {reals: Layout{Strides: []int{1, 3}, Dist: 3 * n}, scratch: true},
		} {
			for _, kind := range []Kind{R2C, C2R} {
				p := Problem{Kind: kind, Shape: []int{3, n}, Axes: []int{1}, Batch: 2, InPlace: true, In: c.reals, Out: c.bins}
				if kind == C2R {
					p.In, p.Out = c.bins, c.reals
				}
				plan, err := Make(p, l)
				require.NoError(t, err, "%s", name)
				require.Equal(t, c.scratch, plan.Schedule().ScratchBytes() > 0, "%s: %v", name, plan)
				isOverlaid(t, r, plan)
			}
		}
	}
	_, err = Make(Problem{Kind: C2R, Shape: []int{4, 16}, InPlace: true, Out: Layout{Strides: []int{8, 1}}}, l)
	require.ErrorContains(t, err, "share a place")
}
