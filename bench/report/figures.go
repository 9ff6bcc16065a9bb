package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wgfft/internal/benchcsv"
	"wgfft/internal/ref"
	"wgfft/internal/wisdom"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// measurement is a row of a joined file.
type measurement struct {
	spec     string
	problem  plan.Problem
	ms       float64
	peer     string // name of the fastest other library
	peerMs   float64
	relError float64 // in the L2 norm
}

// ratio returns our time over the peer's.
func (m measurement) ratio() float64 { return m.ms / m.peerMs }

// isAgainstCuPy reports whether the peer is CuPy, which makes sine and cosine transforms of cuFFT and
// kernels of its own.
func (m measurement) isAgainstCuPy() bool { return m.peer == "CuPy" }

// makeFigures reads the CSV files and returns the text of every block.
func makeFigures(root string) (map[string]string, error) {
	at := func(name string) string { return filepath.Join(root, "bench", name) }
	peers, err := benchcsv.ReadFile(at("peers_h200.csv"))
	if err != nil {
		return nil, err
	}
	h200, err := readMeasurements(at("h200.csv"), peers)
	if err != nil {
		return nil, err
	}
	h100, err := readMeasurements(at("h100.csv"), benchcsv.Table{})
	if err != nil {
		return nil, err
	}
	figures := map[string]string{
		"h200-summary": summary(h200),
		"h200-counts":  counts(h200),
		"h200-rows":    rows(h200),
		"h100-counts":  counts(h100),
		"h100-rows":    rows(h100),
		"errors-h200":  errorsByGroup(h200),
	}
	wisdom := filepath.Join(root, "internal", "wisdom", "shipped", "nvidia-h200-670f9a35.wisdom")
	for name, block := range map[string]func() (string, error){
		"layouts":        func() (string, error) { return layouts(at("layouts_h200.csv")) },
		"host":           func() (string, error) { return hostChoice(at("host_h200.csv")) },
		"vkfft-llvmpipe": func() (string, error) { return vkfftSoftware(at("vkfft_llvmpipe.csv")) },
		"errors-cufft":   func() (string, error) { return errorsOfCuFFT(at("cufft_errors_h200.csv"), h200) },
		"wisdom-h200":    func() (string, error) { return gains(wisdom) },
		"errors-lengths": func() (string, error) { return errorsByAlgorithm(at("lengths_h200.csv.gz")) },
	} {
		if figures[name], err = block(); err != nil {
			return nil, err
		}
	}
	return figures, nil
}

// readMeasurements reads a joined file. The peer of a row is VkFFT if the table of peers has its time
// as VkFFT's. Otherwise it is CuPy for sine and cosine transforms and cuFFT for all others.
func readMeasurements(file string, peers benchcsv.Table) ([]measurement, error) {
	table, err := benchcsv.ReadFile(file)
	if err != nil {
		return nil, err
	}
	known := map[string]map[string]float64{}
	for _, r := range peers.Rows {
		known[r.Spec] = r.Ms
	}
	var all []measurement
	for _, r := range table.Rows {
		m := measurement{spec: r.Spec, ms: r.Ms["ms"], peerMs: r.Ms["peer_ms"], peer: "cuFFT"}
		if m.problem, err = plan.ParseSpec(r.Spec); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if m.relError, err = strconv.ParseFloat(r.Text["rel_l2"], 64); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, r.Spec, err)
		}
		if m.ms == 0 || m.peerMs == 0 {
			return nil, fmt.Errorf("%s: %s: want times in the columns ms and peer_ms", file, r.Spec)
		}
		if m.problem.Kind.IsTrig() {
			m.peer = "CuPy"
		}
		if ms, ok := known[r.Spec]["vkfft_ms"]; ok && ms == m.peerMs {
			m.peer = "VkFFT"
		}
		all = append(all, m)
	}
	return all, nil
}

// group is a set of transforms with a common row in the summary.
type group struct {
	name string
	has  func(m measurement) bool
}

// onePassPoints is the longest complex transform of one pass on an H200.
const onePassPoints = 16384

// groups are the rows of the summary.
var groups = []group{
	{"complex, one pass: 3 to 16384 points", func(m measurement) bool {
		return isComplex1D(m) && !hasLargePrime(m) && m.problem.Points() <= onePassPoints
	}},
	{"complex, longer: to 2^26 points", func(m measurement) bool {
		return isComplex1D(m) && !hasLargePrime(m) && m.problem.Points() > onePassPoints
	}},
	{"complex, primes above 31: to 1000003 points", func(m measurement) bool {
		return isComplex1D(m) && hasLargePrime(m)
	}},
	{"complex, 2-D and 3-D", func(m measurement) bool {
		return m.problem.Kind == plan.C2C && len(m.problem.Shape) > 1
	}},
	{"real (r2c and c2r)", func(m measurement) bool {
		return m.problem.Kind.IsRealFFT()
	}},
	{"DCT II and IV", func(m measurement) bool {
		return m.problem.Kind.IsTrig() && !m.isAgainstCuPy()
	}},
}

// isComplex1D reports whether a transform is complex and has one axis.
func isComplex1D(m measurement) bool {
	return m.problem.Kind == plan.C2C && len(m.problem.Shape) == 1
}

// hasLargePrime reports whether the length has a prime factor that no butterfly does.
func hasLargePrime(m measurement) bool {
	return ref.LargestPrime(m.problem.Points()) > plan.MaxPrime
}

// members returns the measurements of a group.
func (g group) members(all []measurement) []measurement {
	return slices.DeleteFunc(slices.Clone(all), func(m measurement) bool { return !g.has(m) })
}

// ratios returns the ratios of measurements.
func ratios(all []measurement) []float64 {
	var out []float64
	for _, m := range all {
		out = append(out, m.ratio())
	}
	return out
}

// byRatio compares the ratios of two measurements.
func byRatio(a, b measurement) int { return cmp.Compare(a.ratio(), b.ratio()) }

// shape returns the shape of a spec, like 512x512.
func shape(spec string) string {
	_, rest, _ := strings.Cut(spec, ":")
	rest, _, _ = strings.Cut(rest, "*")
	return rest
}

// summary returns a table with a row for each group and one for all rows.
func summary(all []measurement) string {
	var b strings.Builder
	b.WriteString("| transforms | rows | mean | best | worst |\n|---|---|---|---|---|\n")
	line := func(name string, ms []measurement) {
		best, worst := slices.MinFunc(ms, byRatio), slices.MaxFunc(ms, byRatio)
		fmt.Fprintf(&b, "| %s | %d | %.2f | %.2f at %s | %.2f at %s |\n", name, len(ms),
			geometricMean(ratios(ms)), best.ratio(), shape(best.spec), worst.ratio(), shape(worst.spec))
	}
	for _, g := range groups {
		line(g.name, g.members(all))
	}
	line(fmt.Sprintf("all %d rows", len(all)), all)
	return b.String()
}

// counts returns a list of facts about all rows.
func counts(all []measurement) string {
	ahead, peers := 0, map[string]int{}
	for _, m := range all {
		if m.ratio() < 1 {
			ahead++
		}
		peers[m.peer]++
	}
	var names []string
	for _, name := range []string{"cuFFT", "VkFFT", "CuPy"} {
		if peers[name] > 0 {
			names = append(names, fmt.Sprintf("%s in %d", name, peers[name]))
		}
	}
	slowest := slices.Clone(all)
	slices.SortStableFunc(slowest, func(a, b measurement) int { return byRatio(b, a) })
	var worst []string
	for _, m := range slowest[:3] {
		worst = append(worst, fmt.Sprintf("`%s` %.3f", m.spec, m.ratio()))
	}
	without := ""
	if peers["CuPy"] > 0 {
		others := slices.DeleteFunc(slices.Clone(all), measurement.isAgainstCuPy)
		without = fmt.Sprintf("- Without the rows against CuPy the mean is %.3f.\n", geometricMean(ratios(others)))
	}
	return fmt.Sprintf("- wgfft is faster in %d of %d rows. The geometric mean of the ratios is %.3f.\n%s"+
		"- The largest ratios: %s.\n- The fastest peer is %s rows.\n",
		ahead, len(all), geometricMean(ratios(all)), without, strings.Join(worst, ", "), strings.Join(names, ", "))
}

// rows returns a table of all rows.
func rows(all []measurement) string {
	var b strings.Builder
	b.WriteString("| spec | ms | peer | peer, ms | ratio | relative L2 error |\n")
	b.WriteString("|---|---|---|---|---|---|\n")
	for _, m := range all {
		fmt.Fprintf(&b, "| `%s` | %.4f | %s | %.4f | %.3f | %.2e |\n",
			m.spec, m.ms, m.peer, m.peerMs, m.ratio(), m.relError)
	}
	return b.String()
}

// errorsByGroup returns a table of the largest errors of each group, also as a share of the rule.
func errorsByGroup(all []measurement) string {
	var b strings.Builder
	b.WriteString("| transforms | rows | largest error | at | largest share of the rule | at |\n")
	b.WriteString("|---|---|---|---|---|---|\n")
	share := func(m measurement) float64 { return m.relError / yardstick.Tolerance(m.problem) }
	compare := func(value func(measurement) float64) func(a, b measurement) int {
		return func(a, b measurement) int { return cmp.Compare(value(a), value(b)) }
	}
	kinds := slices.Clone(groups[:len(groups)-1])
	kinds = append(kinds, group{"DCT and DST", func(m measurement) bool {
		return m.problem.Kind.IsTrig()
	}})
	for _, g := range kinds {
		ms := g.members(all)
		largest := slices.MaxFunc(ms, compare(func(m measurement) float64 { return m.relError }))
		closest := slices.MaxFunc(ms, compare(share))
		fmt.Fprintf(&b, "| %s | %d | %.2e | `%s` | %.2f | `%s` |\n", g.name, len(ms),
			largest.relError, largest.spec, share(closest), closest.spec)
	}
	return b.String()
}

// errorsOfCuFFT returns a table of cuFFT's errors beside ours.
func errorsOfCuFFT(file string, all []measurement) (string, error) {
	records, err := readCSV(file, "spec", "cufft_rel_l2")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| points | wgfft | cuFFT |\n|---|---|---|\n")
	for _, r := range records {
		i := slices.IndexFunc(all, func(m measurement) bool { return m.spec == r["spec"] })
		if i < 0 {
			return "", fmt.Errorf("%s: %s is not in h200.csv", file, r["spec"])
		}
		cufft, err := strconv.ParseFloat(r["cufft_rel_l2"], 64)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		fmt.Fprintf(&b, "| %s | %.1e | %.1e |\n", shape(r["spec"]), all[i].relError, cufft)
	}
	return b.String(), nil
}

// algorithmNames are the algorithms of plans as the documents call them, by the first word of a plan.
var algorithmNames = [][2]string{
	{"stockham", "one pass: Stockham, Rader in a stage"},
	{"four-step", "several passes: four-step"},
	{"transposed", "several passes: transposed order"},
	{"global", "one radix per pass"},
	{"bluestein", "Bluestein's convolution"},
}

// errorsByAlgorithm returns a table of the errors of many lengths.
func errorsByAlgorithm(file string) (string, error) {
	records, err := readCSV(file, "n", "plan", "rel_l2", "ratio")
	if err != nil {
		return "", err
	}
	type result struct {
		plans        int
		error, share float64
	}
	results, lengths := map[string]*result{}, map[string]bool{}
	whole := &result{}
	for _, r := range records {
		relative, err := strconv.ParseFloat(r["rel_l2"], 64)
		share, err2 := strconv.ParseFloat(r["ratio"], 64)
		if err != nil || err2 != nil {
			return "", fmt.Errorf("%s: length %s: want numbers in rel_l2 and ratio", file, r["n"])
		}
		word, _, _ := strings.Cut(strings.TrimPrefix(r["plan"], "("), " ")
		if results[word] == nil {
			results[word] = &result{}
		}
		for _, to := range []*result{results[word], whole} {
			to.plans++
			to.error, to.share = max(to.error, relative), max(to.share, share)
		}
		lengths[r["n"]] = true
	}
	var b strings.Builder
	b.WriteString("| algorithm | plans | largest error | largest share of the rule |\n|---|---|---|---|\n")
	named := 0
	for _, name := range algorithmNames {
		if r := results[name[0]]; r != nil {
			named += r.plans
			fmt.Fprintf(&b, "| %s | %d | %.2e | %.2f |\n", name[1], r.plans, r.error, r.share)
		}
	}
	if named != whole.plans {
		return "", fmt.Errorf("%s: %d plans are of no known algorithm", file, whole.plans-named)
	}
	fmt.Fprintf(&b, "| all, %d lengths | %d | %.2e | %.2f |\n", len(lengths), whole.plans, whole.error, whole.share)
	return b.String(), nil
}

// gains returns a list of the gains of tuning in a file of wisdom.
func gains(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	w, err := wisdom.Parse(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	var all []float64
	level := 0
	for _, c := range w.Entries {
		if c.UntunedMs == 0 {
			continue
		}
		ratio := c.Ms / c.UntunedMs
		all = append(all, ratio)
		if ratio > 0.98 {
			level++
		}
	}
	if len(all) == 0 {
		return "", fmt.Errorf("%s: no choices with the time of an untuned plan", file)
	}
	return fmt.Sprintf("- %d choices; %d of them take at most 2 %% less time than the plan without tuning.\n"+
		"- The largest gain is %.0f %%, the geometric mean %.0f %%.\n",
		len(all), level, 100*(1-slices.Min(all)), 100*(1-geometricMean(all))), nil
}

// layouts returns a table of the costs of data layouts.
func layouts(file string) (string, error) {
	records, err := readCSV(file, "what", "ms", "ratio")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| data | ms | relative to contiguous float32 |\n|---|---|---|\n")
	for _, r := range records {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r["what"], r["ms"], r["ratio"])
	}
	return b.String(), nil
}

// hostChoice returns a sentence about the choice between the GPU and the CPU engine.
func hostChoice(file string) (string, error) {
	records, err := readCSV(file, "spec", "ratio", "fastest")
	if err != nil {
		return "", err
	}
	worst, cpu := 0.0, 0
	for _, r := range records {
		ratio, err := strconv.ParseFloat(r["ratio"], 64)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		worst = max(worst, ratio)
		if r["fastest"] == "cpu" {
			cpu++
		}
	}
	return fmt.Sprintf("The automatic choice takes at most %.2f of the better engine's time, "+
		"in %d tested lengths and\nbatches. It takes the CPU engine in %d of them.\n",
		worst, len(records), cpu), nil
}

// vkfftSoftware returns a table of wgfft and VkFFT on a software driver.
func vkfftSoftware(file string) (string, error) {
	records, err := readCSV(file, "spec", "ms", "vkfft_ms", "ratio")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| spec | wgfft, ms | VkFFT, ms | VkFFT / wgfft |\n|---|---|---|---|\n")
	var all []float64
	for _, r := range records {
		ratio, err := strconv.ParseFloat(r["ratio"], 64)
		if err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, ratio)
		fmt.Fprintf(&b, "| `%s` | %s | %s | %.2f |\n", r["spec"], r["ms"], r["vkfft_ms"], ratio)
	}
	fmt.Fprintf(&b, "| geometric mean | | | %.2f |\n", geometricMean(all))
	return b.String(), nil
}

// readCSV reads the records of a CSV file by column. The file must have all the columns.
func readCSV(file string, columns ...string) ([]map[string]string, error) {
	f, err := benchcsv.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("%s: no rows", file)
	}
	for _, column := range columns {
		if !slices.Contains(lines[0], column) {
			return nil, fmt.Errorf("%s: no column %q", file, column)
		}
	}
	var records []map[string]string
	for _, line := range lines[1:] {
		record := map[string]string{}
		for i, column := range lines[0] {
			record[column] = line[i]
		}
		records = append(records, record)
	}
	return records, nil
}
