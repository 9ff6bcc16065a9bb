//go:build !js

package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// BuildSite builds package web into a folder, with the example page. root is the folder of the module. It returns
// the sizes of the wasm file, as it is and compressed by gzip.
func BuildSite(ctx context.Context, root, dir string) (size, compressed int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, 0, err
	}
	file, err := filepath.Abs(filepath.Join(dir, "wgfft.wasm"))
	if err != nil {
		return 0, 0, err
	}
	if err := Build(ctx, "wgfft/web", file, false); err != nil {
		return 0, 0, err
	}
	goRoot, err := goRoot(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, name := range []string{
		filepath.Join(goRoot, "lib/wasm/wasm_exec.js"),
		filepath.Join(root, "web/wgfft.js"), filepath.Join(root, "web/wgfft.d.ts"),
		filepath.Join(root, "examples/browser/index.html"), filepath.Join(root, "examples/browser/page.js"),
		filepath.Join(root, "examples/data/dawn.wav"), filepath.Join(root, "examples/data/lighthouse.png"),
	} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644)
		}
		if err != nil {
			return 0, 0, fmt.Errorf("browser: site: %w", err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return 0, 0, err
	}
	if _, err := w.Write(text); err != nil {
		return 0, 0, err
	}
	if err := w.Close(); err != nil {
		return 0, 0, err
	}
	return len(text), packed.Len(), nil
}
