package choose

import (
	"bufio"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wgfft/plan"
	"wgfft/wgsl"
)

// A measuredKernel is a row of the table of measured kernels.
type measuredKernel struct {
	use    string  // rows, arrays, convolution, or the name of a PassKind
	shape  string  // points along each axis
	batch  int     // number of arrays in the measurement; 0 if unknown
	passes float64 // time in passes over all points at the speed of a copy; 0 if unknown
	name   string  // of the kernel
	kernel wgsl.Kernel
}

// measurements are the measured kernels by their use.
type measurements struct {
	rows         map[int]func() wgsl.Kernel // by points; most programs need few of these kernels
	convolutions map[int]measuredPass
	passes       map[passKey]measuredPass
	arrays       []measuredKernel
}

// A measuredPass is the fastest kernel measured for a pass or a convolution in one pass.
type measuredPass struct {
	kernel  wgsl.Kernel
	passes  float64 // its time, in passes at the speed of a copy
	sectors float64 // memory sectors that it touched: see sectors
}

// A passKey is a kind of pass with its points.
type passKey struct {
	kind PassKind
	r    int
}

//go:embed measured.txt
var measuredText string

// measured returns the table of measured kernels. It reads the table when it is called first.
var measured = sync.OnceValue(func() measurements {
	rows, err := parseMeasured(measuredText)
	if err != nil { // a test parses the same text
		return measurements{}
	}
	return byUse(rows)
})

// row returns the measured kernel for rows of n points, if there is one.
func (m measurements) row(n int) (wgsl.Kernel, bool) {
	kernel, ok := m.rows[n]
	if !ok {
		return wgsl.Kernel{}, false
	}
	return kernel(), true
}

// parseMeasured parses a table of measured kernels, except the names of row kernels. Lines that begin with # are
// comments.
func parseMeasured(text string) ([]measuredKernel, error) {
	var all []measuredKernel
	lines := bufio.NewScanner(strings.NewReader(text))
	for number := 1; lines.Scan(); number++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		row, err := parseMeasuredKernel(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("choose: measured kernels, line %d: %w", number, err)
		}
		all = append(all, row)
	}
	return all, lines.Err()
}

// parseMeasuredKernel parses a row of the table.
func parseMeasuredKernel(line string) (m measuredKernel, err error) {
	fields := strings.Fields(line)
	if len(fields) != 5 {
		return m, fmt.Errorf("%d fields, want 5: use, shape, batch, time and kernel", len(fields))
	}
	m.use, m.shape = fields[0], fields[1]
	if fields[2] != "-" {
		if m.batch, err = strconv.Atoi(fields[2]); err != nil {
			return m, err
		}
	}
	if fields[3] != "-" {
		if m.passes, err = strconv.ParseFloat(fields[3], 64); err != nil {
			return m, err
		}
	}
	if m.name = fields[4]; m.use != "rows" {
		m.kernel, err = plan.ParseKernel(m.name)
	} else {
		_, err = strconv.Atoi(m.shape)
	}
	return m, err
}

// measuredCofactor is the ratio of the sizes of a measured transform and its pass. The times of
// passes of r points are from transforms of r*1024 points.
const measuredCofactor = 1024

// byUse sorts measured kernels by their use.
func byUse(all []measuredKernel) measurements {
	m := measurements{
		rows: map[int]func() wgsl.Kernel{}, convolutions: map[int]measuredPass{}, passes: map[passKey]measuredPass{},
	}
	for _, row := range all {
		n := row.kernel.N()
		switch row.use {
		case "rows":
			points, _ := strconv.Atoi(row.shape)
			m.rows[points] = sync.OnceValue(func() wgsl.Kernel {
				k, _ := plan.ParseKernel(row.name) // a test parses the same names
				return k
			})
		case "arrays":
			m.arrays = append(m.arrays, row)
		case "convolution":
			m.convolutions[n] = measuredPass{kernel: row.kernel, passes: row.passes}
		default:
			if kind, err := ParsePassKind(row.use); err == nil {
				placed := kind.at(n, measuredCofactor)(row.kernel)
				m.passes[passKey{kind, n}] = measuredPass{row.kernel, row.passes, sectors(placed)}
			}
		}
	}
	return m
}

// sectors returns the ratio of the memory sectors that loads touch to the sectors that the points
// fill, plus the same ratio for stores.
func sectors(k wgsl.Kernel) float64 {
	load, store := k.Transactions(wgsl.SectorPoints)
	return load + store
}

// measuredPassOf returns the fastest kernel measured for a pass, placed. It returns false if there
// is none that the device can run. It also returns false if columns begin within sectors of memory,
// because wider workgroups are faster there.
func measuredPassOf(kind PassKind, r int, at Placer, l wgsl.Limits) (measuredPass, bool) {
	f, there := measured().passes[passKey{kind, r}]
	if !there {
		return measuredPass{}, false
	}
	bound := 1.05 * f.sectors
	f.kernel = at(f.kernel)
	return f, f.kernel.Check(l) == nil && !isRuledOut(f.kernel, l) && sectors(f.kernel) < bound
}

// measuredArray returns the measured kernel for arrays with these axes. It takes the kernel with
// the nearest measured batch, by ratio. It returns false if the device can run none.
func measuredArray(all []measuredKernel, axes []plan.Axis, batch int, l wgsl.Limits) (wgsl.Kernel, bool) {
	var shape []int
	for _, axis := range slices.Backward(axes) {
		shape = append(shape, axis.N)
	}
	var best wgsl.Kernel
	nearest := math.Inf(1)
	for _, row := range all {
		if row.shape != plan.Dims(shape) || axes[0].InnerExtent > 1 {
			continue
		}
		inPlace := row.kernel
		inPlace.Dispatch.InPlace = true
		_, count := plan.JointAxis(row.kernel, axes)
		away := math.Abs(math.Log(float64(batch) / float64(max(1, row.batch))))
		if away < nearest && count == len(axes) && row.kernel.Check(l) == nil && inPlace.Check(l) == nil &&
			!isRuledOut(row.kernel, l) {
			best, nearest = row.kernel, away
		}
	}
	return best, !math.IsInf(nearest, 1)
}
