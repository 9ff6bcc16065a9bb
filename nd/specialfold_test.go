package nd_test

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// A foldTable has rows of special numbers and their reductions by numpy: see testdata/folds.py.
type foldTable struct {
	rows    [][]float64
	results [][]float64 // of each row, in the order of foldOps
}

// foldOps are the reductions of the rows of a foldTable.
var foldOps = []struct {
	name string
	tol  float64 // the relative tolerance in units in the last place
	do   func(q *nd.Queue, a nd.Array) nd.Array
}{
	{"Min", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.Min(a, 1) }},
	{"Max", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.Max(a, 1) }},
	{"ArgMin", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.ArgMin(a, 1) }},
	{"ArgMax", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.ArgMax(a, 1) }},
	{"Sum", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.Sum(a, 1) }},
	{"Norm", 4, func(q *nd.Queue, a nd.Array) nd.Array { return q.Norm(a, 1) }},
	{"OrderStatistic", 0, func(q *nd.Queue, a nd.Array) nd.Array { return q.OrderStatistic(1, a, 1) }},
	{"Median", 1, func(q *nd.Queue, a nd.Array) nd.Array { return q.Median(a, 1) }},
}

// readFoldTables returns the tables of a type: pairs of numbers, and long rows.
func readFoldTables(t *testing.T, d nd.DType) (pairs, long foldTable) {
	data, err := os.ReadFile("testdata/folds.txt")
	require.NoError(t, err)
	number := func(text string) float64 {
		if text == "nan" {
			return math.NaN()
		}
		bits, err := strconv.ParseUint(text, 16, 64)
		require.NoError(t, err)
		if d == nd.Float32 {
			return float64(math.Float32frombits(uint32(bits)))
		}
		return math.Float64frombits(bits)
	}
	var letters []float64
	isType := false
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "float") {
			if isType = fields[0] == d.String(); isType {
				for _, text := range fields[1:] {
					letters = append(letters, number(text))
				}
			}
			continue
		}
		if !isType {
			continue
		}
		var row, results []float64
		for _, letter := range fields[0] {
			row = append(row, letters[letter-'a'])
		}
		for i, text := range fields[1:] {
			if strings.HasPrefix(foldOps[i].name, "Arg") {
				place, err := strconv.Atoi(text)
				require.NoError(t, err)
				results = append(results, float64(place))
			} else {
				results = append(results, number(text))
			}
		}
		to := &pairs
		if len(row) > 2 {
			to = &long
		}
		to.rows, to.results = append(to.rows, row), append(to.results, results)
	}
	return pairs, long
}

// TestFoldedSpecials compares reductions of special numbers with numpy, in kernels that reduce few and many elements.
//
// There are three exceptions. A device may flush denormals in sums, and in all of double-single. The order of a long
// sum is not defined, so its overflow is not, either. Double-single has no infinities; it gets the numbers of single
// precision.
func TestFoldedSpecials(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		pairs, long := readFoldTables(t, nd.Float32)
		testFoldedSpecials[float32, complex64](t, q, pairs)
		testFoldedSpecials[float32, complex64](t, q, long)
		if spacing(t, q, nd.Float64) != 0x1p-46 {
			pairs, long = readFoldTables(t, nd.Float64)
			testFoldedSpecials[float64, complex128](t, q, long)
		}
		testFoldedSpecials[float64, complex128](t, q, pairs)
	})
}

func testFoldedSpecials[R, C nd.Element](t *testing.T, q *nd.Queue, table foldTable) {
	n, each := len(table.rows), len(table.rows[0])
	var data []R
	var halves []C // the elements of row i as complex numbers
	for _, row := range table.rows {
		for i, x := range row {
			data = append(data, of[R](complex(x, 0)))
			if i%2 == 1 {
				halves = append(halves, of[C](complex(row[i-1], x)))
			}
		}
	}
	a, z := nd.From(q, data, n, each), nd.From(q, halves, n, each/2)
	defer a.Close()
	defer z.Close()
	isPair := a.DType() == nd.Float64 && spacing(t, q, nd.Float64) == 0x1p-46
	least, ulp := 0x1p-126, 0x1p-23
	if a.DType() == nd.Float64 && !isPair {
		least, ulp = 0x1p-1022, 0x1p-52
	}
	flushes := flushesDenormals(t, q, a.DType(), least/4)
	wrong := 0
	check := func(name string, op int, got []complex128) {
		for i, row := range table.rows {
			want, tol := table.results[i][op], foldOps[op].tol
			hasInf, hasDenormal := math.IsInf(want, 0), want != 0 && math.Abs(want) < least
			for _, x := range row {
				hasInf = hasInf || math.IsInf(x, 0)
				hasDenormal = hasDenormal || x != 0 && math.Abs(x) < least
			}
			isSum := name == "Sum" || foldOps[op].tol > 0
			switch {
			case name == "Sum" && each > 2:
				continue
			case isPair && (hasInf || isSum && hasDenormal), flushes && hasDenormal && (isSum || isPair):
				continue
			case isPair && isSum:
				tol = 2 // the table has results of single precision
			}
			x := real(got[i])
			isSame := x == want || x != x && want != want || math.Abs(x-want) <= tol*ulp*max(math.Abs(want), least)
			if !isSame {
				if wrong++; wrong <= 20 {
					t.Errorf("%v: %s of %g is %g, want %g", a.DType(), name, row, x, want)
				}
			}
		}
	}
	for op := range foldOps {
		check(foldOps[op].name, op, download(t, q, foldOps[op].do(q, a)))
	}
	check("Norm of complex numbers", 5, download(t, q, q.Norm(z, 1)))
	require.Zero(t, wrong, fmt.Sprint(wrong, " results differ"))
}

// flushesDenormals reports whether a device replaces denormals such as x by zeros.
func flushesDenormals(t *testing.T, q *nd.Queue, d nd.DType, x float64) bool {
	t.Helper()
	a := q.New(d, 1)
	defer a.Close()
	q.Set(a, nd.Scalar(x))
	sum, err := q.Number(ctx, q.Add(a, a))
	require.NoError(t, err)
	return sum != 2*x
}
