package wgsl

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Names of kernels hold the number format.
func TestNumberFormatsHaveNames(t *testing.T) {
	all := []Number{F64{}}
	for _, d := range DoubleSingles() {
		all = append(all, d)
	}
	for _, n := range all {
		k := plain(4, 2, 4, 4)
		k.Number = n
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
	}
	for _, name := range []string{"fft16_4.4_p4_t2_f642", "fft16_4.4_p4_t2_ds.some", "fft16_4.4_p4_t2_f32"} {
		_, err := ParseKernel(name)
		require.Error(t, err, name)
	}
}

// A feature that a format does not have gives an error that names the way out.
func TestNumberFormatErrors(t *testing.T) {
	for want, k := range map[string]Kernel{
		"guard 3 and product 0: use the constants": plain(4, 2, 4, 4).with(func(k *Kernel) {
			k.Number = DoubleSingle{Guard: 3}
		}),
		"number format ds.sums has no pairs: leave Vec4 out": plain(4, 2, 4, 4).with(func(k *Kernel) {
			k.Number, k.Twiddles.Vec4 = DoubleSingle{Guard: GuardSums}, true
		}),
	} {
		require.ErrorContains(t, k.Check(everyLimit), want)
	}
	for _, name := range []string{"f64", "ds"} {
		k, err := ParseKernel("fft4_4_p4_t2_" + name + "_outint16")
		require.NoError(t, err)
		require.ErrorContains(t, k.Check(everyLimit), "elements int16")
	}
}

// A kernel in another format is valid.
func TestWithNumber(t *testing.T) {
	k := plain(4, 2, 4, 4)
	k.Twiddles.Vec4 = true
	require.Equal(t, k, k.WithNumber(F32{}))
	require.Equal(t, k, k.WithNumber(F64{}).WithNumber(nil))
	require.False(t, k.WithNumber(DoubleSingle{}).Twiddles.Vec4)
	for _, n := range []Number{nil, F32{}, F64{}, DoubleSingle{}} {
		require.NoError(t, k.WithNumber(n).Check(everyLimit))
	}
}

// Workgroup memory and its accesses have the bytes of the format.
func TestBytesOfNumberFormats(t *testing.T) {
	k := plain(4, 2, 4, 4)
	for _, n := range []Number{F64{}, DoubleSingle{}} {
		for _, isSplit := range []bool{false, true} {
			k.Number, k.Exchange.Split = nil, isSplit
			costs := k.Estimate()
			load, store := costs.Transactions(LinePoints)
			k.Number = n
			double := k.Estimate()
			require.Equal(t, 2*costs.WorkgroupBytes(), double.WorkgroupBytes())
			require.Equal(t, 2*costs.Work().Exchanged, double.Work().Exchanged)
			require.Equal(t, costs.Work().Held, double.Work().Held)
			load64, store64 := double.Transactions(LinePoints)
			require.LessOrEqual(t, load64, load)
			require.LessOrEqual(t, store64, store)
			require.Equal(t, double.WorkgroupBytes(), k.Module().WorkgroupBytes)
		}
	}
}

// Sums cost the operations of their text. A product costs fewer than its text has, because some are one
// instruction with a sum. DoubleSingles come in the order of the costs of sums, then products.
func TestNumberCosts(t *testing.T) {
	operations := regexp.MustCompile(` [-+*&] |fma\(|_hidden\(`)
	count := func(n Number, names ...string) (all float64) {
		for _, f := range n.Functions() {
			for _, name := range names {
				if f.Name == name {
					_, code, _ := strings.Cut(f.Text, "\n") // behind the comment
					all += float64(len(operations.FindAllString(code, -1)))
				}
			}
		}
		return all
	}
	least := NumberCost{}
	for _, d := range DoubleSingles() {
		cost := d.Cost()
		sum := count(d, "ds2_sum", "ds2_normal")
		require.Equal(t, sum, cost.Sum, d.Tag())
		product := 2 * (count(d, "ds_mul_complex") + 2*count(d, "ds2_rest") + sum)
		require.LessOrEqual(t, cost.Product, product, d.Tag())
		require.Greater(t, cost.Product, 0.6*product, d.Tag())
		require.True(t, cost.Sum > least.Sum || cost.Sum == least.Sum && cost.Product > least.Product, d.Tag())
		least = cost
	}
	k := plain(4, 2, 4, 4)
	single := k.Work()
	k.Number = F64{}
	require.Equal(t, single.Flops, k.Work().Flops)
	k.Number = DoubleSingle{}
	require.Greater(t, k.Work().Flops, 10*single.Flops)
}

// The functions of a format and the functions of DFTs have different names.
func TestNamesOfNumberFunctions(t *testing.T) {
	definition := regexp.MustCompile(`(?m)^(?:fn|struct) (\w+)`)
	for _, n := range []Number{nil, F64{}, DoubleSingle{}} {
		for r := 2; r <= MaxRadix; r++ {
			for d := range Algorithm(len(algorithms)) {
				k := plain(r, 2, r)
				k.Number = n
				if d != Butterflies {
					k.Stages.DFT = d
				}
				if k.Check(everyLimit) != nil {
					continue
				}
				seen := map[string]bool{}
				for _, name := range definition.FindAllStringSubmatch(k.Module().Text, -1) {
					require.False(t, seen[name[1]], "%s: %s", k.Name(), name[1])
					seen[name[1]] = true
				}
			}
		}
	}
}
