package textsum

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

var update = flag.Bool("update", false, "write testdata/texts.sum anew")

const file = "testdata/texts.sum"

// shards is the number of parts that the rows are dealt to. A usual run checks one part, and make
// test-all checks all.
const shards = 256

// planRow describes a plan: its tree, and the hash of each kernel's text. It is "none" if there is no plan.
func planRow(made plan.Plan, err error) string {
	if err != nil {
		return "none"
	}
	row := made.String() + "\t"
	seen := map[string]bool{}
	for _, pass := range made.Schedule().Passes {
		if name := pass.Kernel.Name(); !seen[name] {
			seen[name] = true
			row += " " + Sum(pass.Kernel.Module().Text)
		}
	}
	return row
}

// A task computes one row of the file.
type task struct {
	key string
	row func() string
}

// tasks returns the tasks of all rows, in a fixed order.
func tasks(t *testing.T) (all []task) {
	devices := map[string]wgsl.Limits{}
	for _, name := range limits {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		devices[name] = l
	}
	for i, spec := range specs(t) {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err, spec)
		each := variants(i, p)
		for _, name := range slices.Sorted(maps.Keys(each)) {
			for _, device := range limits {
				key := strings.TrimSpace(strings.Join([]string{device, spec, name}, " "))
				all = append(all, task{key, func() string { return planRow(choose.Make(each[name], devices[device])) }})
			}
		}
	}
	for _, c := range convolutions() {
		for _, device := range limits {
			key := fmt.Sprintf("%s convolution %v", device, c)
			all = append(all, task{key, func() string {
				made, err := choose.MakeConvolution(c, devices[device])
				return planRow(made.Plan, err)
			}})
		}
	}
	shipped, err := wisdom.AllShipped()
	require.NoError(t, err)
	for _, w := range shipped {
		device := "h200"
		if strings.HasPrefix(w.Device.Name, "llvmpipe") {
			device = "lavapipe"
		}
		for _, c := range w.Entries {
			format, _, _ := strings.Cut(c.Key, " ")
			if slices.Contains(otherFormats, format) {
				continue
			}
			p, err := shippedProblem(c.Key, c.Batch)
			require.NoError(t, err, c.Key)
			kernels := make([]wgsl.Kernel, len(c.Kernels))
			for i, name := range c.Kernels {
				kernels[i], err = plan.ParseKernel(name)
				require.NoError(t, err)
			}
			if key := plan.TuningKey(p, devices[device]); strings.HasPrefix(key, "mirrored") &&
				!strings.HasPrefix(c.Key, "mirrored") {
				continue // for arrays with a layout of their own
			}
			made, err := choose.From(p, devices[device], kernels...)
			require.NoError(t, err, c.Key)
			key := fmt.Sprintf("wisdom of %s: %s", w.Device.Name, c.Key)
			all = append(all, task{key, func() string { return planRow(made, nil) }})
		}
	}
	return all
}

// otherFormats begin the keys of wisdom for other formats than f32. The file has no rows of them.
var otherFormats = []string{wgsl.F64{}.Tag(), wgsl.Halves{}.String(), wgsl.Halves{Bfloat: true}.String()}

// shippedProblem returns the problem of a key of wisdom, such as "512 c2r 512 4". The key has the kind and the length
// of each axis, and the batch. The problem has the measured batch instead.
func shippedProblem(key string, batch int) (plan.Problem, error) {
	p := plan.Problem{Batch: batch}
	words := strings.Fields(strings.TrimPrefix(key, "mirrored "))
	for _, word := range words[:len(words)-1] {
		if n, err := strconv.Atoi(word); err == nil {
			p.Shape = append(p.Shape, n)
			continue
		}
		kind, err := plan.ParseKind(word)
		if err != nil {
			return p, err
		}
		p.Kind = kind
	}
	return p, p.Check()
}

// rows computes the rows with the chosen numbers.
func rows(t *testing.T, isChosen func(i int) bool) map[string]string {
	all := map[string]string{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	work := make(chan task, 8)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for w := range work {
				row := w.row()
				mu.Lock()
				all[w.key] = row
				mu.Unlock()
			}
		})
	}
	for i, w := range tasks(t) {
		if isChosen(i) {
			work <- w
		}
	}
	close(work)
	wait.Wait()
	return all
}

// Plans and the text of kernels agree with the file.
func TestPlansAndTexts(t *testing.T) {
	if *update {
		var b strings.Builder
		all := rows(t, func(int) bool { return true })
		for _, key := range slices.Sorted(maps.Keys(all)) {
			fmt.Fprintf(&b, "%s\t%s\n", key, all[key])
		}
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		return
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		want[key] = value
	}
	got := rows(t, func(i int) bool { return testcase.ShardOf(t, i, shards) })
	t.Logf("%d of %d rows", len(got), len(want))
	require.NotEmpty(t, got)
	changed := 0
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if got[key] != want[key] {
			if changed++; changed <= 20 {
				t.Errorf("%s:\n got %s\nwant %s", key, got[key], want[key])
			}
		}
	}
	if changed > 0 {
		t.Errorf("%d rows of %d differ", changed, len(got))
	}
	if testcase.Long() {
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
	}
}

// The form of a text does not change its hash. Operations, constants and the order of statements do.
func TestSum(t *testing.T) {
	const text = "// fft4\nfn f(v: f32) -> f32 { return v; }\n" +
		"fn main(local: vec3<u32>) { let i = local.x + 1u; let a = f(x1) + 0.5; " +
		"let b = a * 2.0; out[i] = vec2<f32>(b, -a); }"
	for same, other := range map[bool][]string{
		true: {
			"fn f(v: f32) -> f32 { return v; } fn main(local: vec3<u32>) { let i = local.x + 1u; " +
				"let a = f(x1) + 0.5; let b = a * 2.0; out[i] = vec2<f32>(b, -a); }",
			"fn main(local: vec3<u32>) {\n\tlet b = g(q) + 0.5; // half\n\tlet d = (b) * 2.0;\n" +
				"\tlet j = local.x + 1u;\n\tlet k = j;\n\tr[k] = vec2<f32>(d, -b);\n}\n" +
				"fn g(u: f32) -> f32 { return u; }",
		},
		false: {
			strings.Replace(text, "+ 0.5", "- 0.5", 1),
			strings.Replace(text, "0.5", "0.25", 1),
			strings.Replace(text, "+ 1u", "+ 2u", 1),
			strings.Replace(text, "(b, -a)", "(a, -b)", 1),
			strings.Replace(text, "f(x1)", "f(local)", 1),
			strings.Replace(text, "return v;", "return 1.0;", 1),
		},
	} {
		for _, o := range other {
			require.Equal(t, same, Sum(text) == Sum(o), o)
		}
	}
}
