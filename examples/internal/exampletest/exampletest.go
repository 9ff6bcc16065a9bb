// Package exampletest holds what the tests of the example programs share.
package exampletest

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// OnBoth runs f as two subtests: with the device "cpu", and with the device "software", a GPU in software.
func OnBoth(t *testing.T, f func(t *testing.T, device string)) {
	t.Helper()
	for _, device := range []string{"cpu", "software"} {
		t.Run(device, func(t *testing.T) { f(t, device) })
	}
}

// NoError fails the test if err is not nil. It skips the test if there is no adapter, or fails it if
// WGFFT_REQUIRE_ADAPTER=1.
func NoError(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
}

// Open opens an engine, and closes it at the end of the test. Errors are as in [NoError].
func Open(t *testing.T, kind wgfft.ChoiceKind) *wgfft.Engine {
	t.Helper()
	engine, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
	NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Close()) })
	return engine
}

// Output returns what program writes, and logs it. Errors are as in [NoError].
func Output(t *testing.T, program func(out io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	NoError(t, program(&out))
	t.Logf("\n%s", out.String())
	return out.String()
}

// Numbers returns the numbers that the first group of a regular expression matches in text.
func Numbers(t *testing.T, text, expression string) []float64 {
	t.Helper()
	var numbers []float64
	for _, match := range regexp.MustCompile(expression).FindAllStringSubmatch(text, -1) {
		x, err := strconv.ParseFloat(match[1], 64)
		require.NoError(t, err)
		numbers = append(numbers, x)
	}
	return numbers
}

// CheckFunc checks on both engines that the Go form and the WGSL form of f agree. lo and hi are the bounds of the
// arguments, as in [nd.CheckFunc].
func CheckFunc(t *testing.T, f *nd.Func, lo, hi []float64) {
	t.Helper()
	for _, kind := range []wgfft.ChoiceKind{wgfft.CPU, wgfft.Software} {
		t.Run(kind.String(), func(t *testing.T) {
			require.NoError(t, nd.CheckFunc(t.Context(), Open(t, kind), f, 1e-5, lo, hi))
		})
	}
}
