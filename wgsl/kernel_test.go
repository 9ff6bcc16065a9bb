package wgsl

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesAreUnique(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	texts := map[string]string{}
	kernels := map[Kernel]bool{}
	draws := many(4000)
	for range draws {
		k := randomKernel(r)
		if kernels[k] {
			continue
		}
		kernels[k] = true
		text := k.Module().Text
		// Kernels with the same name have the same text.
		if other, ok := texts[k.Name()]; ok {
			require.Equal(t, other, text, "two kernels are named %s", k.Name())
		}
		texts[k.Name()] = text
	}
	require.Greater(t, len(texts), draws*3/4)
	byText := map[string]string{}
	for name, text := range texts {
		_, text, _ = strings.Cut(text, "\n") // without the name in the first line
		byText[text] = name
	}
	require.Greater(t, len(byText), len(texts)*9/10, "the sample is varied")
}

// leaves visits every field of a struct, and the fields of its structs and arrays.
func leaves(path string, v reflect.Value, visit func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(path+"."+v.Type().Field(i).Name, v.Field(i), visit)
		}
	case reflect.Array:
		for i := range v.Len() {
			leaves(fmt.Sprintf("%s[%d]", path, i), v.Index(i), visit)
		}
	default:
		visit(path, v)
	}
}

func TestNameEncodesEveryField(t *testing.T) {
	for _, k := range []Kernel{
		row("2.3.4.5", 20, 3, exchange(true, 2), layout(Padded, 5), tail),
		row("4.16.16", 16, 2, exchange(false, 2), layout(Xor, 4), staged, inverse, inPlace, fold),
		row("31.3", 31, 1, exchange(true, 3), layout(Xor, 5), batchFastest, func(k *Kernel) {
			k.Load.Map, k.Store.Map = Map{Stride: 2, Dist: 300}, Map{Stride: 3, Dist: 400, Inner: 2}
			k.Load.PassTwiddle, k.Store.PassTwiddle = PassTwiddle{Order: 93, Inner: 4}, PassTwiddle{Order: 93, Inner: 2}
		}),
		row("4.4.4", 4, 2, exchange(true, 2), func(k *Kernel) { k.Layout = DigitLayout{}.Layout() }),
	} {
		require.NoError(t, k.Check(wide))
		name, visited := k.Name(), 0
		leaves("Kernel", reflect.ValueOf(&k).Elem(), func(path string, v reflect.Value) {
			digitField := strings.HasSuffix(path, "OuterPad") || strings.HasSuffix(path, "CyclicOrder")
			if digitField && k.Layout.Kind != Digits {
				return
			}
			old := reflect.ValueOf(v.Interface())
			defer v.Set(old)
			switch v.Kind() {
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Int:
				v.SetInt(v.Int() + 1)
			case reflect.Uint8, reflect.Uint16:
				if index, ok := strings.CutPrefix(path, "Kernel.Radices["); ok && v.Uint() == 0 {
					v.SetUint(2)
					i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
					require.NoError(t, err)
					if i > len(k.Radices.List()) {
						return // after the first unused radix
					}
				} else {
					v.SetUint(v.Uint() + 1)
					for suffix, largest := range map[string]uint64{
						"Path": uint64(Staged), "Order": uint64(BatchFastest), "Layout.Kind": uint64(Xor),
					} {
						if strings.HasSuffix(path, suffix) && v.Uint() > largest {
							v.SetUint(0)
						}
					}
				}
			case reflect.Float64:
				v.SetFloat((v.Float() + 1) / 3)
			default:
				t.Fatalf("%s: a field of kind %v: teach this test to change it", path, v.Kind())
			}
			visited++
			require.NotEqual(t, name, k.Name(), "%s is not in the name", path)
		})
		require.Greater(t, visited, 20)
		require.Equal(t, name, k.Name(), "all changes undone")
	}
}

func TestNamesAreFileNames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	fine := regexp.MustCompile(`^[a-z0-9_.+-]+$`)
	for range 1000 {
		name := randomKernel(r).Name()
		require.Regexp(t, fine, name)
		require.Less(t, len(name), 250)
	}
}

func TestSameValueSameBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		k := randomKernel(r)
		again := k
		require.Equal(t, k.Module(), again.Module())
	}
}

func TestCheckNamesTheLimit(t *testing.T) {
	good := row("16.16", 16, 8, exchange(true, 1))
	l := Limits{Invocations: 128, WorkgroupBytes: 8192, StorageBindings: 3}
	require.NoError(t, good.Check(l), "exactly at both limits")
	for _, c := range []struct {
		what       string
		need, have int
		change     func(*Kernel, *Limits)
	}{
		{"elements per thread", 1, 0, func(k *Kernel, _ *Limits) { k.ElementsPerThread = 0 }},
		{"elements per thread", 1, -4, func(k *Kernel, _ *Limits) { k.ElementsPerThread = -4 }},
		{"transforms per workgroup", 1, 0, func(k *Kernel, _ *Limits) { k.TransformsPerGroup = 0 }},
		{"transforms per workgroup", 1, -1, func(k *Kernel, _ *Limits) { k.TransformsPerGroup = -1 }},
		{"invocations per workgroup", 128, 127, func(_ *Kernel, l *Limits) { l.Invocations-- }},
		{"invocations per workgroup", 144, 128, func(k *Kernel, _ *Limits) { k.TransformsPerGroup++ }},
		{"invocations per workgroup", 256, 128, func(k *Kernel, _ *Limits) { k.ElementsPerThread = 8 }},
		{"storage bindings", 3, 2, func(_ *Kernel, l *Limits) { l.StorageBindings-- }},
		{"storage bindings", 4, 3, func(k *Kernel, _ *Limits) { k.Load.Segments = Segments{Count: 2, Size: 1024} }},
		{"bytes of workgroup memory", 8192, 8191, func(_ *Kernel, l *Limits) { l.WorkgroupBytes-- }},
		{"bytes of workgroup memory", 16384, 8192, func(k *Kernel, _ *Limits) { k.Exchange.Split = false }},
		{"bytes of workgroup memory", 8192 + 63*4, 8192, func(k *Kernel, _ *Limits) {
			k.Layout = Layout{Kind: Padded, Shift: 5}
		}},
	} {
		k, l := good, l
		c.change(&k, &l)
		err := k.Check(l)
		var e *LimitError
		require.ErrorAs(t, err, &e, "%s", c.what)
		require.Equal(t, "wgsl: "+k.Name()+": "+c.what, e.What)
		require.EqualValues(t, [2]int64{int64(c.need), int64(c.have)}, [2]int64{e.Need, e.Have})
		require.Contains(t, err.Error(), "wgsl: "+k.Name())
	}
	for _, change := range []func(*Kernel){
		func(k *Kernel) { k.Load.Path, k.Load.Map.Stride = Staged, 2 },
		func(k *Kernel) { k.Store.Path, k.Store.Map.Dist = Staged, 257 },
	} {
		k := good
		change(&k)
		require.ErrorContains(t, k.Check(l), "a staged path needs contiguous transforms")
	}
	for _, name := range []string{
		"fft7_1_inner7_p7_t4_complex_linear",
		"fft1_1_p1_t4_complex_linear_instaged",
		"fft1_1_p1_t4_complex_linear_outstaged",
	} {
		k, err := ParseKernel(name)
		require.NoError(t, err)
		require.ErrorContains(t, k.Check(l), "without a stage")
	}
	// With one more slice the kernel fits.
	k := row("16.16.16", 16, 1, exchange(true, 1))
	l = DefaultLimits()
	require.NoError(t, k.Check(l))
	k.Exchange.Split = false
	require.Error(t, k.Check(l))
	k.Exchange.Slices = 2
	require.NoError(t, k.Check(l))
	require.Equal(t, 16<<10, k.WorkgroupBytes())
}

func TestGroupsCoverTheBatch(t *testing.T) {
	k := row("16", 16, 64)
	for batch, want := range map[int]int{1: 1, 63: 1, 64: 1, 65: 2, 6400: 100} {
		x, y := k.Groups(batch)
		require.Equal(t, [2]int{want, 1}, [2]int{x, y}, "batch %d", batch)
	}
	k.Fold = true
	for batch, want := range map[int][2]int{
		1: {1, 1}, 64 * FoldWidth: {FoldWidth, 1}, 640 * FoldWidth: {FoldWidth, 10},
		64*FoldWidth + 1: {10923, 3}, // 32769 = 3 * 10923
		64 * 65568:       {21856, 3}, // three rows of 32768 would be 98304 workgroups
		64 * 65537:       {21846, 3}, // 65537 is prime: one workgroup too many
	} {
		x, y := k.Groups(batch)
		require.Equal(t, want, [2]int{x, y}, "batch %d", batch)
	}
	for groups := 1; groups < 10*FoldWidth; groups += 1 + groups/7 {
		x, y := k.Groups(64 * groups)
		require.LessOrEqual(t, x, FoldWidth)
		require.GreaterOrEqual(t, x*y, groups)
		require.Less(t, x*y-groups, y, "less than one a row too many")
	}
}

// forbidden lists what naga 0.13 rejects, and what no generated kernel should have.
var forbidden = []struct {
	why  string
	what *regexp.Regexp
}{
	{"expressions at module scope", regexp.MustCompile(`(?m)^\s*const\b`)},
	{"names in attributes", regexp.MustCompile(`@workgroup_size\([^)]*[a-zA-Z]`)},
	{"overrides", regexp.MustCompile(`\boverride\b`)},
	{"extensions", regexp.MustCompile(`\benable\b`)},
	{"shader trigonometry", regexp.MustCompile(`\b(sin|cos|exp|exp2|pow|atan2)\(`)},
	{"arrays of values, which cannot be indexed", regexp.MustCompile(`let \w+ = array[<(]`)},
	{"integers where f32 is meant", regexp.MustCompile(`: f32 = \d+;`)},
	{"a factor of one", regexp.MustCompile(`\* 1(\.0)?\b[^.\d]|\b1\.0 \*`)},
	{"a term of zero", regexp.MustCompile(`[+-] 0\.0\b|\b0\.0 \*|\* 0\.0\b`)},
	{"formatting gone wrong", regexp.MustCompile(`%!|NaN|Inf|<nil>`)},
	{"two signs", regexp.MustCompile(`\+ -|- -|--|\+\+`)},
	{"spaces at the end", regexp.MustCompile(`(?m)[ \t]+$`)},
}

func checkText(t *testing.T, k Kernel) {
	t.Helper()
	m := k.Module()
	code := regexp.MustCompile(`//.*`).ReplaceAllString(m.Text, "")
	for _, f := range forbidden {
		text := code
		if f.why == "spaces at the end" {
			text = m.Text
		}
		require.NotRegexp(t, f.what, text, "%s in %s", f.why, m.Name)
	}
	if k.Load.Map.Dist > 1 && k.Store.Map.Dist > 1 {
		require.NotRegexp(t, `\* 1u\b|[+-] 0u\b|\* 0u\b`, code, "a needless term in an index of %s", m.Name)
	}
	require.Equal(t, strings.Count(code, "{"), strings.Count(code, "}"), m.Name)
	require.True(t, strings.HasPrefix(m.Text, "// "+k.Name()+"\n"))
	require.Contains(t, m.Text, fmt.Sprintf("@workgroup_size(%d)\nfn %s(", k.Invocations(), m.Entry))
	require.Equal(t, [3]int{k.Invocations(), 1, 1}, m.Workgroup)

	// Every name is declared once, and used.
	names := regexp.MustCompile(`\b(?:let|var|fn|struct) (\w+)|^@group.*> (\w+):`)
	for _, f := range strings.Split(code, "\nfn ") {
		seen := map[string]bool{}
		for _, n := range names.FindAllStringSubmatch(f, -1) {
			require.False(t, seen[n[1]], "%s declares %s twice", m.Name, n[1])
			seen[n[1]] = true
		}
	}
	// The module states the declared size of workgroup memory.
	bytes := 0
	for _, d := range regexp.MustCompile(`var<workgroup> \w+: ([^;]+);`).FindAllStringSubmatch(code, -1) {
		bytes += typeBytes(t, d[1], code)
	}
	require.Equal(t, strings.Count(code, "var<workgroup>"), strings.Count(code, "var<workgroup> shared_points: array<"))
	require.Equal(t, bytes, m.WorkgroupBytes, m.Name)
	require.Equal(t, bytes, k.WorkgroupBytes(), m.Name)
	// The declared bindings are the module's, in order, and all are used.
	binding := regexp.MustCompile(`(?m)^@group\(0\) @binding\((\d+)\) var<([\w, ]+)> (\w+): ([\w<>]+);$`)
	declared := binding.FindAllStringSubmatch(code, -1)
	require.Len(t, declared, len(m.Bindings))
	for i, d := range declared {
		b := m.Bindings[i]
		space := []string{Read: "storage, read", ReadWrite: "storage, read_write", Uniform: "uniform"}[b.Access]
		require.Equal(t, []string{strconv.Itoa(i), space, b.Variable(), b.Type}, d[1:], m.Name)
		uses := strings.Count(code, b.Variable()+"[") + strings.Count(code, b.Variable()+".")
		require.Greater(t, uses, 0, "%s: %s is not used", m.Name, b.Variable())
	}
}

func TestTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range many(150) {
		checkText(t, randomKernel(r))
	}
	for _, radix := range butterflyRadices() {
		checkText(t, row(fmt.Sprint(radix), radix, 8))
	}
	checkText(t, row("1", 1, 64, tail))
	for _, k := range testKernels(t) {
		checkText(t, k)
	}
}

func TestBindings(t *testing.T) {
	two := []Binding{Source, Target}
	require.Equal(t, two, row("16", 16, 4).Bindings())
	require.Equal(t, append(two, TwiddleTable), row("4.4", 4, 4).Bindings())
	require.Equal(t, append(two, TwiddleTable, BatchCount), row("4.4", 4, 4, tail).Bindings())
	require.Equal(t, []Binding{SourceAndTarget, TwiddleTable, BatchCount}, row("4.4", 4, 4, tail, inPlace).Bindings())
	require.Equal(t, []Binding{SourceAndTarget}, row("1", 1, 4, inPlace).Bindings())
}

func TestBarriersDoNotDependOnThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		m := randomKernel(r).Module()
		depth := 0
		for _, line := range strings.Split(m.Text, "\n") {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "}") {
				depth--
			}
			if line == "workgroupBarrier();" {
				require.Equal(t, 1, depth, "%s: a barrier under a condition", m.Name)
			}
			if strings.HasSuffix(line, "{") {
				depth++
			}
		}
		require.Zero(t, depth)
	}
}

func TestNamedLimits(t *testing.T) {
	for _, name := range []string{"default", "h200", "lavapipe", "swiftshader"} {
		l, err := NamedLimits(name)
		require.NoError(t, err)
		d := DefaultLimits()
		require.GreaterOrEqual(t, l.Invocations, d.Invocations)
		require.GreaterOrEqual(t, l.WorkgroupBytes, d.WorkgroupBytes)
		require.GreaterOrEqual(t, l.BindingBytes, d.BindingBytes)
		require.GreaterOrEqual(t, l.AllocationBytes, l.BindingBytes)
		require.LessOrEqual(t, l.StorageAlign, d.StorageAlign)
		require.GreaterOrEqual(t, l.Workgroups, FoldWidth, "rows of a folded dispatch")
	}
	_, err := NamedLimits("h100")
	require.ErrorContains(t, err, `"h100": use default`)
	require.False(t, errors.As(err, new(*LimitError)))
}

func TestWorkIsSane(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 6))
	for range 500 {
		k := randomKernel(r)
		w := k.Work()
		require.GreaterOrEqual(t, w.Held, 1)
		require.LessOrEqual(t, w.Held, 64)
		require.GreaterOrEqual(t, w.Idle, 1-1e-9, k.Name())
		require.Equal(t, w.Barriers > 0, k.hasExchange(), k.Name())
		require.Equal(t, w.Barriers > 0, w.Exchanged > 0, k.Name())
		if k.hasExchange() {
			require.Equal(t, w.Barriers, strings.Count(k.Module().Text, "workgroupBarrier();"), k.Name())
		}
	}
	require.Greater(t, row("17", 17, 8).Work().Flops, row("16", 16, 8).Work().Flops, "primes cost more")
}

// typeBytes returns the size of a type of workgroup memory in a kernel's text.
func typeBytes(t *testing.T, kind, code string) int {
	if array := regexp.MustCompile(`^array<(.*), (\d+)>$`).FindStringSubmatch(kind); array != nil {
		n, err := strconv.Atoi(array[2])
		require.NoError(t, err)
		return n * typeBytes(t, array[1], code)
	}
	if kind == "PaddedSlice" {
		members := regexp.MustCompile(`\nstruct PaddedSlice \{ at: (.*), pad: (.*) \}\n`).FindStringSubmatch(code)
		require.NotNil(t, members)
		return typeBytes(t, members[1], code) + typeBytes(t, members[2], code)
	}
	require.Contains(t, []string{"f32", "vec2<f32>"}, kind)
	return map[string]int{"f32": 4, "vec2<f32>": 8}[kind]
}
