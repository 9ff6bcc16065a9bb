package nd_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// A special is an operation in the table of special values.
type special struct {
	name    string
	values  string // MANY or FEW
	numbers int    // the operands
	record  func(q *nd.Queue, a []nd.Array) nd.Array
	isExact bool // the operation moves or compares bits, so that flushed denormals don't matter
}

// specialOperations are the operations of specials.py: methods of a Queue.
func specialOperations(isComplex bool) []special {
	var all []special
	one := func(name string, f func(q *nd.Queue, a nd.Array) nd.Array, isExact bool) {
		record := func(q *nd.Queue, a []nd.Array) nd.Array { return f(q, a[0]) }
		all = append(all, special{name, "MANY", 1, record, isExact})
	}
	two := func(name string, f func(q *nd.Queue, a, b nd.Array) nd.Array, isExact bool) {
		values := "MANY"
		if isComplex {
			values = "FEW"
		}
		record := func(q *nd.Queue, a []nd.Array) nd.Array { return f(q, a[0], a[1]) }
		all = append(all, special{name, values, 2, record, isExact})
	}
	three := func(name string, f func(q *nd.Queue, a, b, c nd.Array) nd.Array, isExact bool) {
		record := func(q *nd.Queue, a []nd.Array) nd.Array { return f(q, a[0], a[1], a[2]) }
		all = append(all, special{name, "FEW", 3, record, isExact})
	}
	one("Neg", (*nd.Queue).Neg, false)
	one("Abs", (*nd.Queue).Abs, !isComplex)
	one("Abs2", (*nd.Queue).Abs2, false)
	one("Phase", (*nd.Queue).Phase, !isComplex)
	one("Exp", (*nd.Queue).Exp, false)
	one("Log", (*nd.Queue).Log, !isComplex)
	one("Sqrt", (*nd.Queue).Sqrt, false)
	one("Recip", func(q *nd.Queue, a nd.Array) nd.Array { return q.Div(nd.Scalar(1), a) }, false)
	two("Add", (*nd.Queue).Add, false)
	two("Sub", (*nd.Queue).Sub, false)
	two("Mul", (*nd.Queue).Mul, false)
	two("Div", (*nd.Queue).Div, false)
	if isComplex {
		one("Conj", (*nd.Queue).Conj, true)
		one("Real", (*nd.Queue).Real, true)
		one("Imag", (*nd.Queue).Imag, true)
		one("Choose", func(q *nd.Queue, a nd.Array) nd.Array { return q.Where(a, nd.Scalar(1), nd.Scalar(2)) }, true)
		return all
	}
	one("Scale", func(q *nd.Queue, a nd.Array) nd.Array { return q.Scale(2, a) }, false)
	one("Square", func(q *nd.Queue, a nd.Array) nd.Array { return q.Pow(a, nd.Scalar(2)) }, false)
	two("Pow", (*nd.Queue).Pow, false)
	two("Minimum", (*nd.Queue).Minimum, true)
	two("Maximum", (*nd.Queue).Maximum, true)
	two("Less", (*nd.Queue).Less, true)
	two("Complex", (*nd.Queue).Complex, true)
	three("MulAdd", (*nd.Queue).MulAdd, false)
	three("Clamp", (*nd.Queue).Clamp, true)
	three("Where", (*nd.Queue).Where, true)
	return all
}

// specialFunctions are the operations of specials.py in the language of a Func, which kernels compute.
func specialFunctions(isComplex bool) []special {
	var all []special
	add := func(numbers int, isExact bool, result string, names ...string) {
		for _, name := range names {
			values, params, args := "MANY", []string{}, []string{}
			if numbers == 3 || numbers == 2 && isComplex {
				values = "FEW"
			}
			kind := "R"
			if isComplex {
				kind = "C"
			}
			for i := range numbers {
				params = append(params, fmt.Sprintf("x%d: %s", i, kind))
				args = append(args, fmt.Sprint("x", i))
			}
			call := name + "(" + strings.Join(args, ", ") + ")"
			switch {
			case strings.ContainsAny(name, "%/"):
				call = "x0 " + name + " x1"
			case strings.ContainsAny(name, "=<>"):
				call = "select(1.0, 2.0, x0 " + name + " x1)"
			}
			f := &nd.Func{WGSL: fmt.Sprintf("fn f(%s) -> %s { return %s; }", strings.Join(params, ", "), result, call)}
			record := func(q *nd.Queue, a []nd.Array) nd.Array { return q.Apply(f, a...) }
			all = append(all, special{name, values, numbers, record, isExact})
		}
	}
	if isComplex {
		add(1, false, "R", "cabs")
		add(1, false, "C", "cexp")
		add(2, false, "C", "cdiv")
		return all
	}
	add(1, true, "R", "abs", "log", "sign", "cos")
	add(1, false, "R", "atan", "ceil", "exp", "floor", "round", "sin", "sqrt", "tan", "tanh")
	add(1, false, "C", "cis")
	add(2, true, "R", "max", "min", "%")
	add(2, false, "R", "atan2", "pow", "/", "==", "!=", "<", "<=", ">", ">=")
	add(3, true, "R", "clamp")
	return all
}

// specialTable returns the lines of testdata/specials.txt.gz, by name and type.
var specialTable = sync.OnceValues(func() (map[string][]float64, error) {
	file, err := os.Open("testdata/specials.txt.gz")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	table := map[string][]float64{}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		numbers := make([]float64, len(words)-2)
		isSingle := words[1] == "float32" || words[1] == "complex64"
		for i, word := range words[2:] {
			bits, err := strconv.ParseUint(word, 16, 64)
			if err != nil {
				return nil, err
			}
			if numbers[i] = math.Float64frombits(bits); isSingle {
				numbers[i] = float64(math.Float32frombits(uint32(bits)))
			}
		}
		table[words[0]+" "+words[1]] = numbers
	}
	return table, lines.Err()
})

// A specialRule has the exceptions of a device and of a precision. probe finds them.
type specialRule struct {
	single  bool
	pair    bool // double-single: numbers of magnitudes from 1e-23 to 3e38, and NaN
	flushes bool // operations may take denormals for zero
	fuses   bool // a b + c may be rounded once
}

// probe finds the rules of a queue.
func probe(t *testing.T, q *nd.Queue, single bool) specialRule {
	r := specialRule{single: single, pair: !single && spacing(t, q, nd.Float64) == 0x1p-46}
	if !single {
		if !r.pair {
			x := nd.From(q, []float64{1 + 0x1p-27}, 1)
			got, err := nd.Download[float64](ctx, q, nil, q.MulAdd(x, x, nd.Scalar(-1)))
			require.NoError(t, err)
			r.fuses = got[0] != 0x1p-26
		}
		return r
	}
	a := nd.From(q, []float32{1e-40, 1 + 0x1p-12}, 2)
	b := nd.From(q, []float32{1, 1 + 0x1p-12}, 2)
	c := nd.From(q, []float32{0, -1}, 2)
	got, err := nd.Download[float32](ctx, q, nil, q.MulAdd(a, b, c))
	require.NoError(t, err)
	r.flushes, r.fuses = got[0] == 0, got[1] != 0x1p-11
	return r
}

// TestSpecials compares all operations, for all combinations of special values, with committed results of NumPy.
func TestSpecials(t *testing.T) { onBoth(t, testSpecials) }

func testSpecials(t *testing.T, q *nd.Queue) {
	for _, single := range []bool{true, false} {
		rule := probe(t, q, single)
		for _, isComplex := range []bool{false, true} {
			all := specialOperations(isComplex)
			if isGPU(q) {
				all = append(all, specialFunctions(isComplex)...)
			}
			for _, s := range all {
				if !single && isSpare(q) && (rule.pair || isComplex) && !spareSpecials[s.name] {
					continue
				}
				testSpecial(t, q, &s, isComplex, rule)
			}
		}
	}
}

// spareSpecials are the operations in double precision of a usual run.
var spareSpecials = map[string]bool{"Pow": true, "Clamp": true, "cdiv": true, "Log": true, "cis": true, "%": true}

// testSpecial tests one operation.
func testSpecial(t *testing.T, q *nd.Queue, s *special, isComplex bool, rule specialRule) {
	table, err := specialTable()
	require.NoError(t, err)
	values := table[s.values+" float64"]
	count := s.numbers
	if isComplex {
		count *= 2
	}
	cells := combinations(values, count)
	if rule.single {
		for _, column := range cells {
			for i, x := range column {
				column[i] = float64(float32(x))
			}
		}
	}
	var args []nd.Array
	for i := range s.numbers {
		var a nd.Array
		switch k := 2 * i; {
		case isComplex && rule.single:
			a = fromParts[complex64](q, cells[k], cells[k+1])
		case isComplex:
			a = fromParts[complex128](q, cells[k], cells[k+1])
		case rule.single:
			a = fromParts[float32](q, cells[i], cells[i])
		default:
			a = fromParts[float64](q, cells[i], cells[i])
		}
		args = append(args, a)
	}
	name := fmt.Sprintf("%s %v", s.name, strings.ToLower(args[0].DType().String()))
	numbers := table[name]
	require.NotEmpty(t, numbers, name)
	result := s.record(q, args)
	c := specialCase{specialRule: rule, special: s, columns: cells, values: values}
	c.wants = joined(numbers, result.DType().IsComplex())
	c.precise = joined(table[strings.NewReplacer("float32", "float64", "complex64", "complex128").Replace(name)],
		result.DType().IsComplex())
	bad := 0
	for i, got := range download(t, q, result) {
		if c.accepts(i, got) {
			continue
		}
		if bad++; bad <= 10 {
			t.Errorf("%s%v is %v, want %v", name, c.operands(i), got, c.wants[i])
		}
	}
	if bad > 0 {
		t.Errorf("%s: %d of %d results are wrong", name, bad, len(c.wants))
	}
	for _, a := range args {
		require.NoError(t, a.Close())
	}
}

// joined returns real numbers, or pairs of numbers, as complex numbers.
func joined(numbers []float64, isComplex bool) []complex128 {
	var all []complex128
	for i := 0; i < len(numbers); i++ {
		if !isComplex {
			all = append(all, complex(numbers[i], 0))
			continue
		}
		all = append(all, complex(numbers[i], numbers[i+1]))
		i++
	}
	return all
}

// combinations returns the columns of all tuples of count values. The last column varies fastest.
func combinations(values []float64, count int) [][]float64 {
	total := 1
	for range count {
		total *= len(values)
	}
	columns := make([][]float64, count)
	for k, each := count-1, 1; k >= 0; k, each = k-1, each*len(values) {
		columns[k] = make([]float64, total)
		for i := range total {
			columns[k][i] = values[i/each%len(values)]
		}
	}
	return columns
}

// fromParts makes an array of real and imaginary parts.
func fromParts[T nd.Element](q *nd.Queue, re, im []float64) nd.Array {
	s := make([]T, len(re))
	for i := range s {
		s[i] = of[T](complex(re[i], im[i]))
	}
	return nd.From(q, s, len(s))
}
