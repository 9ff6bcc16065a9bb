//go:build !js

package browser

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// start starts chromium, and fails the test if it is not installed. It skips the test unless WGFFT_BROWSER=1, which
// make test-browser sets.
func start(t *testing.T, flags ...string) (context.Context, *Chromium) {
	t.Helper()
	if os.Getenv("WGFFT_BROWSER") != "1" {
		t.Skip("takes minutes, and needs chromium: run make test-browser")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	t.Cleanup(cancel)
	c, err := Start(ctx, flags...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return ctx, c
}

// run builds a program, or with test the tests of a package, and runs it in a page of a browser with flags. It returns
// the output and the exit status. It runs the program again in a new browser if the page does not end in time. Once in
// many runs chromium stops in a call. Go's timers and the page then stop, too. A program that always stops fails
// twice.
func run(t *testing.T, flags []string, pkg string, test bool, args ...string) (string, int) {
	t.Helper()
	file := ""
	for try := 1; ; try++ {
		ctx, c := start(t, flags...)
		if file == "" {
			file = filepath.Join(t.TempDir(), "program.wasm")
			require.NoError(t, Build(ctx, pkg, file, test))
		}
		var out bytes.Buffer
		code, err := c.Run(ctx, Program{
			File: file, Args: args, Env: map[string]string{"WGFFT_REQUIRE_ADAPTER": "1"},
		}, &out)
		if errors.Is(err, context.DeadlineExceeded) && try == 1 {
			t.Logf("%v\n%s", err, &out)
			require.NoError(t, c.Close())
			continue
		}
		require.NoError(t, err, "%s", &out)
		return out.String(), code
	}
}

// TestProblems computes 40 problems of all kinds in a page, on a GPU adapter.
func TestProblems(t *testing.T) {
	out, code := run(t, Flags, "wgfft/internal/browser/problems", false)
	t.Log(out)
	require.Zero(t, code)
	require.Regexp(t, `(?m)^adapter: 0: .*webgpu`, out, "on a GPU adapter, not on the CPU engine")
	require.Equal(t, 40, strings.Count(out, "\nok: "))
}

// TestDevice runs the tests of package device in a page.
func TestDevice(t *testing.T) {
	out, code := run(t, Flags, "wgfft/device", true, "-test.v", "-test.timeout=14m")
	require.Zero(t, code, "%s", out)
	require.Contains(t, out, "--- PASS: TestRoundTrip")
	require.Contains(t, out, "\nPASS")
	for _, skipped := range regexp.MustCompile(`--- SKIP: (\w+)`).FindAllStringSubmatch(out, -1) {
		require.Contains(t, []string{
			"TestNoAdapter",   // needs a child process
			"TestOutOfMemory", // needs a GPU with memory of its own
		}, skipped[1], "%s", out)
	}
}

// TestCPUEngine runs the tests of package rows, which computes the transforms of the CPU engine, in a page.
func TestCPUEngine(t *testing.T) {
	out, code := run(t, nil, "wgfft/internal/cpu/rows", true, "-test.v")
	require.Zero(t, code, "%s", out)
	require.Contains(t, out, "--- PASS: TestRows")
}
