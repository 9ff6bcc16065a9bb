//go:build !js

package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// A Size is the size of a file in bytes, plain and as compressed by gzip and by brotli.
type Size struct{ Plain, Gzip, Brotli int }

// String returns the size in megabytes of 1,000,000 bytes.
func (s Size) String() string {
	return fmt.Sprintf("%.2f MB, compressed %.2f MB by brotli or %.2f MB by gzip",
		float64(s.Plain)/1e6, float64(s.Brotli)/1e6, float64(s.Gzip)/1e6)
}

// wasmFile is the name of the wasm file of a site.
const wasmFile = "wgfft.wasm"

// BuildSite builds package web into a folder, with the example page. root is the folder of the module.
func BuildSite(ctx context.Context, root, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(dir, wasmFile))
	if err != nil {
		return err
	}
	if err := Build(ctx, "wgfft/web", file, false); err != nil {
		return err
	}
	script, err := wasmScript(ctx)
	if err != nil {
		return err
	}
	for _, name := range []string{
		script,
		filepath.Join(root, "web/wgfft.js"), filepath.Join(root, "web/wgfft.d.ts"),
		filepath.Join(root, "examples/browser/index.html"), filepath.Join(root, "examples/browser/page.js"),
		filepath.Join(root, "examples/data/dawn.wav"), filepath.Join(root, "examples/data/lighthouse.png"),
	} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("browser: site: %w", err)
		}
	}
	return nil
}

// WasmSize returns the size of the wasm file of a site.
func WasmSize(dir string) (size Size, err error) {
	text, err := os.ReadFile(filepath.Join(dir, wasmFile))
	if err != nil {
		return Size{}, err
	}
	size.Plain = len(text)
	if size.Gzip, err = packed(text, func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	}); err != nil {
		return Size{}, err
	}
	size.Brotli, err = packed(text, func(w io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterLevel(w, brotli.BestCompression), nil
	})
	return size, err
}

// packed returns the size of a text in bytes after a compressor.
func packed(text []byte, compressor func(io.Writer) (io.WriteCloser, error)) (int, error) {
	var out bytes.Buffer
	w, err := compressor(&out)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write(text); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	return out.Len(), nil
}
