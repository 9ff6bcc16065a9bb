//go:build !js

package browser

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// siteDir is the folder that site returns, or empty if no test has built it. TestMain removes it.
var siteDir string

// site returns a folder with package web and its example. The first call builds it.
var site = sync.OnceValues(func() (dir string, err error) {
	if siteDir, err = os.MkdirTemp("", "wgfft-site"); err != nil {
		return "", err
	}
	return siteDir, BuildSite(context.Background(), "../..", siteDir)
})

// TestWasmSize checks that the wasm file has less than 2 MB after compression by brotli. It compiles the
// library for another system, so it runs with the tests in a browser.
func TestWasmSize(t *testing.T) {
	if os.Getenv("WGFFT_BROWSER") != "1" {
		t.Skip("compiles for minutes: run make test-browser")
	}
	t.Parallel()
	dir, err := site()
	require.NoError(t, err)
	size, err := WasmSize(dir)
	require.NoError(t, err)
	require.Less(t, size.Brotli, 2_000_000, "%v", size)
}

// openSite serves the site and opens its example page with a query.
func openSite(ctx context.Context, t *testing.T, c *Chromium, query string) *Page {
	t.Helper()
	dir, err := site()
	require.NoError(t, err)
	url, stop, err := Serve(http.FileServer(http.Dir(dir)))
	require.NoError(t, err)
	t.Cleanup(stop)
	p, err := c.Open(ctx, url+query)
	require.NoError(t, err)
	return p
}

func TestMain(m *testing.M) {
	code := m.Run()
	if siteDir != "" {
		os.RemoveAll(siteDir)
	}
	os.Exit(code)
}

// ready is a JavaScript condition: the example page is ready, or shows an error.
const ready = `document.documentElement?.dataset.ready || document.getElementById("error")?.textContent`

// TestExample clicks through the example page on a GPU adapter and on the CPU engine. It checks the texts of the page,
// and that the page and its pictures are not blank.
func TestExample(t *testing.T) {
	ctx, c := start(t, Flags...)
	for _, test := range []struct{ device, name string }{{"software", "swiftshader"}, {"cpu", "CPU engine"}} {
		p := openSite(ctx, t, c, "?device="+test.device)
		require.NoError(t, p.WaitFor(ctx, ready))
		text := func(id string) (s string) {
			require.NoError(t, p.Eval(ctx, id+".textContent", &s))
			return s
		}
		require.Contains(t, text("adapter"), test.name)
		require.Empty(t, text("error"))
		require.NoError(t, p.Click(ctx, "#sound"))
		require.NoError(t, p.WaitFor(ctx, `document.getElementById("spectrogram-time").textContent`))
		require.NoError(t, p.Click(ctx, "#high"))
		require.NoError(t, p.Click(ctx, "#live"))
		require.NoError(t, p.WaitFor(ctx, `document.getElementById("picture-time").textContent`))
		require.NoError(t, p.Click(ctx, "#live"))
		require.NoError(t, p.Click(ctx, "#stop"))
		for _, id := range []string{"spectrogram-time", "picture-time"} {
			t.Log(id, text(`document.getElementById("`+id+`")`))
			require.Contains(t, text(`document.getElementById("`+id+`")`), " ms per frame on ")
		}
		require.Empty(t, text("error"))
		require.NoError(t, p.Eval(ctx, "scrollTo(0, 0)", nil))
		shot, err := p.Screenshot(ctx)
		require.NoError(t, err)
		if dir := os.Getenv("WGFFT_SCREENSHOTS"); dir != "" {
			require.NoError(t, os.WriteFile(dir+"/example-"+test.device+".png", shot, 0o644))
		}
		picture, err := png.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		require.Greater(t, colours(picture), 500, "the page is not blank")
		for _, canvas := range []string{"spectrogram", "picture"} {
			var distinct int
			require.NoError(t, p.Eval(ctx, strings.ReplaceAll(`(() => {
				const {width, height} = CANVAS
				const {data} = CANVAS.getContext("2d").getImageData(0, 0, width, height)
				return new Set(new Uint32Array(data.buffer)).size
			})()`, "CANVAS", canvas), &distinct))
			require.Greater(t, distinct, 50, canvas)
		}
	}
}

// TestExampleShowsErrors opens the example page with an adapter that does not exist.
func TestExampleShowsErrors(t *testing.T) {
	ctx, c := start(t, Flags...)
	p := openSite(ctx, t, c, "?device=nobody")
	require.NoError(t, p.WaitFor(ctx, ready))
	var text string
	require.NoError(t, p.Eval(ctx, `document.getElementById("error").textContent`, &text))
	require.Contains(t, text, `named like "nobody"`)
}

// colours counts the colours of a picture.
func colours(m image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}
