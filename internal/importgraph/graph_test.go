package importgraph

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheModule(t *testing.T) {
	root := filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(mod), "module "+module+"\n"), "this is not the module's root")

	found, err := check(root)
	require.NoError(t, err)
	require.Contains(t, found.files, "internal/importgraph", "the walk found nothing")
	require.Contains(t, found.files, "wgsl")
	for _, b := range found.breaks {
		t.Error(b)
	}
	require.Equal(t, map[string]int{"device": 2}, found.bindings, "imports of bindings")
}

// TestTheChecker runs check on small trees. Each breaks one rule, or none.
func TestTheChecker(t *testing.T) {
	for _, c := range []struct {
		name, file, source string
		want               string // part of the one complaint; "" if there is none
	}{
		{"std in wgsl", "wgsl/a.go", `package wgsl; import "fmt"; var _ = fmt.Sprint`, ""},
		{"third party in wgsl", "wgsl/a.go", `package wgsl; import _ "gonum.org/v1/gonum/floats"`,
			`wgsl may not import "gonum.org`},
		{"wgsl looks up", "wgsl/a.go", `package wgsl; import _ "wgfft/plan"`, `wgsl may not import "wgfft/plan"`},
		{"a lookalike", "wgsl/a.go", `package wgsl; import _ "wgfft/wgslextra"`, `may not import "wgfft/wgslextra"`},
		{"own folder below", "wgsl/a.go", `package wgsl; import _ "wgfft/wgsl/naga"`, ""},
		{"folder below is bound too", "wgsl/sub/a.go", `package sub; import _ "wgfft/plan"`, `wgsl/sub may not import`},
		{"os in wgsl", "wgsl/a.go", `package wgsl; import _ "os"`, `pure and may not import "os"`},
		{"below os in plan", "plan/a.go", `package plan; import _ "os/exec"`, `pure and may not import "os/exec"`},
		{"time in hier", "hier/a.go", `package hier; import _ "time"`, `pure and may not import "time"`},
		{"rand/v2 in realdct", "realdct/a.go", `package realdct; import _ "math/rand/v2"`,
			`pure and may not import "math/rand/v2"`},
		{"math in realdct", "realdct/a.go", `package realdct; import _ "math"; import _ "wgfft/wgsl"`, ""},
		{"hier takes wgsl", "hier/a.go", `package hier; import _ "wgfft/wgsl"`, ""},
		{"hier takes plan", "hier/a.go", `package hier; import _ "wgfft/plan"`, `hier may not import "wgfft/plan"`},
		{"plan takes both", "plan/a.go", `package plan; import (_ "wgfft/wgsl"; _ "wgfft/hier")`, ""},
		{"plan takes device", "plan/a.go", `package plan; import _ "wgfft/device"`,
			`plan may not import "wgfft/device"`},
		{"realdct takes hier", "realdct/a.go", `package realdct; import _ "wgfft/hier"`, `realdct may not import`},
		{"pipeline takes its three", "pipeline/a.go",
			`package pipeline; import (_ "os"; _ "wgfft/wgsl"; _ "wgfft/plan"; _ "wgfft/device")`, ""},
		{"pipeline takes realdct", "pipeline/a.go", `package pipeline; import _ "wgfft/realdct"`,
			`pipeline may not import`},
		{"device takes the binding", "device/a.go", `package device; import "C"; import _ "example.org/go-webgpu/wgpu"`,
			""},
		{"device takes plan", "device/a.go", `package device; import _ "wgfft/plan"`, `device may not import`},
		{"device takes the other binding", "device/a.go", `package device; import _ "example.org/wgpu-native"`, ""},
		{"pipeline takes the other binding", "pipeline/a.go", `package pipeline; import _ "example.org/wgpu-native"`,
			`may not import "example.org/wgpu-native"`},
		{"root takes the other binding", "a.go", `package wgfft; import _ "example.org/wgpu-native"`,
			`. may not import "example.org/wgpu-native"`},
		{"pipeline takes the binding", "pipeline/a.go", `package pipeline; import _ "example.org/go-webgpu/wgpu"`,
			`pipeline may not import`},
		{"root takes the engine", "a.go", `package wgfft; import (_ "wgfft/pipeline"; _ "wgfft/internal/engine")`, ""},
		{"root takes the CPU library", "a.go", `package wgfft; import _ "wgfft/internal/cpu"`,
			`. may not import "wgfft/internal/cpu"`},
		{"plan takes a chooser", "plan/a.go", `package plan; import _ "wgfft/internal/choose"`, `plan may not import`},
		{"choosing takes wisdom", "internal/choose/a.go", `package choose; import _ "wgfft/internal/wisdom"`,
			`internal/choose may not import`},
		{"wisdom takes the tuner", "internal/wisdom/a.go", `package wisdom; import _ "wgfft/internal/tune"`,
			`internal/wisdom may not import`},
		{"tuning takes all three", "internal/tune/a.go",
			`package tune; import (_ "wgfft/internal/choose"; _ "wgfft/internal/wisdom"; _ "wgfft/pipeline")`, ""},
		{"root takes wisdom files", "a.go", `package wgfft; import _ "wgfft/internal/wisdom"`, `. may not import`},
		{"engine takes the layers", "internal/engine/a.go",
			`package engine; import (_ "wgfft/pipeline"; _ "wgfft/internal/cpu")`, ""},
		{"engine takes the root", "internal/engine/a.go", `package engine; import _ "wgfft"`,
			`internal/engine may not import "wgfft"`},
		{"engine takes the binding", "internal/engine/a.go", `package engine; import _ "example.org/go-webgpu/wgpu"`,
			`may not import "example.org/go-webgpu`},
		{"root takes the binding", "a.go", `package wgfft; import _ "example.org/WebGPU"`,
			`. may not import "example.org/WebGPU"`},
		{"root takes the command", "a.go", `package wgfft; import _ "wgfft/cmd/wgfft"`,
			`. may not import "wgfft/cmd/wgfft"`},
		{"signals take the root", "signals/a.go", `package signals; import _ "wgfft"`, ""},
		{"signals take arrays", "signals/a.go", `package signals; import _ "wgfft/nd"`, ""},
		{"imaging takes arrays", "imaging/a.go", `package imaging; import _ "wgfft/nd"`, ""},
		{"arrays take imaging", "nd/a.go", `package nd; import _ "wgfft/imaging"`, `nd may not import "wgfft/imaging"`},
		{"arrays take signals", "nd/a.go", `package nd; import _ "wgfft/signals"`, `nd may not import "wgfft/signals"`},
		{"signals look behind it", "signals/a.go", `package signals; import _ "wgfft/plan"`,
			`signals may not import "wgfft/plan"`},
		{"signals take others' work", "signals/a.go", `package signals; import _ "gonum.org/v1/gonum/floats"`,
			`signals may not import "gonum.org`},
		{"signals tell the time", "signals/a.go", `package signals; import _ "time"`, `pure and may not import "time"`},
		{"imaging takes the root", "imaging/a.go", `package imaging; import _ "wgfft"`, ""},
		{"imaging looks below it", "imaging/a.go", `package imaging; import _ "wgfft/plan"`,
			`imaging may not import "wgfft/plan"`},
		{"imaging takes others", "imaging/a.go", `package imaging; import _ "golang.org/x/image/draw"`,
			`imaging may not import "golang.org`},
		{"command takes the root", "cmd/wgfft/a.go",
			`package main; import (_ "wgfft"; _ "github.com/alecthomas/kong")`, ""},
		{"command takes C", "cmd/wgfft/a.go", `package main; import "C"`, `cmd/wgfft may not import "C"`},
		{"example takes the binding", "examples/x/a.go", `package main; import _ "example.org/go-webgpu/wgpu"`,
			`examples/x may not import`},
		{"example takes a package of this module", "examples/x/a.go", `package main; import _ "wgfft/internal/webgpu"`,
			""},
		{"device takes no other module", "device/a.go", `package device; import _ "example.org/gpu"`,
			`device may not import "example.org/gpu"`},
		{"the CPU engine", "internal/cpu/a.go", `package cpu; import _ "github.com/cwbudde/algo-fft"`, ""},
		{"the CPU engine takes gonum", "internal/cpu/a.go", `package cpu; import _ "gonum.org/v1/gonum/floats"`,
			`internal/cpu may not import`},
		{"tests are free", "wgsl/a_test.go", `package wgsl; import (_ "os"; _ "gonum.org/v1/gonum/floats")`, ""},
		{"other systems' files count", "plan/a_windows.go", "//go:build windows\n\npackage plan; import _ \"os\"",
			`plan is pure`},
		{"testdata is no source", "wgsl/testdata/a.go", `package wgsl; import _ "os"`, ""},
		{"hidden is no source", ".cache/a.go", `package x; import "C"`, ""},

		{"pipeline names a radix", "pipeline/a.go", `package pipeline; func maxRadix() {}`,
			`says "radix" in the identifier maxRadix`},
		{"device names twiddles", "device/a.go", `package device; type t struct{ Twiddles int }`, `says "twiddle"`},
		{"device says it", "device/a.go", `package device; const x = "the twiddle table"`, `in the string`},
		{"device comments on it", "device/a.go", "package device\n\n// no radix here\nvar x int", ""},
		{"plan may name it", "plan/a.go", `package plan; var radix = "twiddle"`, ""},
		{"wgsl names a buffer", "wgsl/a.go", `package wgsl; func f(inputBuffer int) {}`,
			`says "buffer" in the identifier inputBuffer`},
		{"wgsl has one of bytes", "wgsl/a.go", `package wgsl; import "bytes"; var out bytes.Buffer`, ""},
		{"wgsl calls a method", "wgsl/a.go",
			`package wgsl; func f(x interface{ b() }) { x.b() }; type t struct{ u }; type u struct{ aBuffer int }`,
			`aBuffer`},
		{"wgsl comments on it", "wgsl/a.go", "package wgsl\n\n// a storage buffer\nvar x int", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			name := filepath.Join(root, filepath.FromSlash(c.file))
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
			require.NoError(t, os.WriteFile(name, []byte(c.source), 0o644))
			found, err := check(root)
			require.NoError(t, err)
			if c.want == "" {
				require.Empty(t, found.breaks)
				return
			}
			require.Len(t, found.breaks, 1)
			require.Contains(t, found.breaks[0], c.want)
			require.Contains(t, found.breaks[0], c.file+":")
		})
	}
}

func TestTheCheckerRefusesWhatItCannotRead(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "a.go"), []byte("pack age"), 0o644))
	_, err := check(root)
	require.ErrorContains(t, err, "importgraph: a.go")
	_, err = check(filepath.Join(root, "absent"))
	require.Error(t, err)
}
