//go:build !js

package browser

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed run.html
var runner []byte

// A Program is a Go program, built for a page.
type Program struct {
	File string            // the path of the wasm file
	Args []string          // without the program's name
	Env  map[string]string // the environment
}

// Run runs a program in a page of c, copies its output to out, and returns its exit status.
func (c *Chromium) Run(ctx context.Context, p Program, out io.Writer) (int, error) {
	script, err := wasmScript(ctx)
	if err != nil {
		return 0, err
	}
	var mu sync.Mutex
	exit := make(chan int, 16)
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.Write(runner) })
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, script)
	})
	mux.HandleFunc("/program.wasm", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, p.File) })
	mux.HandleFunc("/program", func(w http.ResponseWriter, _ *http.Request) {
		env := p.Env
		if env == nil {
			env = map[string]string{}
		}
		json.NewEncoder(w).Encode(Program{Args: append([]string{"page"}, p.Args...), Env: env})
	})
	mux.HandleFunc("POST /output", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		io.Copy(out, r.Body)
	})
	mux.HandleFunc("POST /exit", func(w http.ResponseWriter, r *http.Request) {
		var code int
		fmt.Fscan(r.Body, &code)
		exit <- code
	})
	url, stop, err := Serve(mux)
	if err != nil {
		return 0, err
	}
	defer stop()
	if _, err := c.Open(ctx, url); err != nil {
		return 0, err
	}
	select {
	case code := <-exit:
		mu.Lock() // until the last output is copied
		defer mu.Unlock()
		return code, nil
	case <-ctx.Done():
		return 0, fmt.Errorf("browser: run %s: %w; console: %s", p.File, ctx.Err(), c.Console())
	}
}

// Serve serves on a free port of localhost.
func Serve(h http.Handler) (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go s.Serve(l)
	return fmt.Sprintf("http://localhost:%d/", l.Addr().(*net.TCPAddr).Port), func() { s.Close() }, nil
}

// small are the flags that make a program smaller. With them the compiler inlines functions only in the runtime and in
// the packages that compute on the CPU.
var small = []string{
	"-gcflags=all=-l", "-gcflags=wgfft/internal/dft=", "-gcflags=wgfft/internal/cpu=",
	"-gcflags=wgfft/internal/cpu/rows=", "-gcflags=runtime/...=",
}

// Build builds a main package for a page, or the tests of a package if test is true.
func Build(ctx context.Context, pkg, file string, test bool) error {
	args := slices.Concat([]string{"build", "-trimpath", "-ldflags=-s -w"}, small, []string{"-o", file, pkg})
	if test {
		args = []string{"test", "-c", "-vet=off", "-trimpath", "-ldflags=-s -w", "-o", file, pkg}
	}
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("browser: go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// wasmScript returns the path of the script of the Go installation that starts wasm files.
func wasmScript(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	return filepath.Join(string(bytes.TrimSpace(root)), "lib", "wasm", "wasm_exec.js"), err
}
