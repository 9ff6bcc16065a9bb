package doccheck

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// root is the directory of the module, as seen from this package.
const root = "../.."

// A block is a piece of Go code in a document.
type block struct {
	file, given, code string
	line              int
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.file, b.line) }

func (b block) isProgram() bool { return strings.HasPrefix(b.code, "package ") }

// documents returns the names of the Markdown files that are checked.
func documents(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"*.md", "docs/*.md", "bench/*.md", "internal/*/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		all = append(all, names...)
	}
	require.NotEmpty(t, all)
	return all
}

// blocks returns the Go blocks of a document.
func blocks(t *testing.T, name string) (all []block) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	given, inside := "", false
	var b block
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case inside && line == "```":
			all, inside, given = append(all, b), false, ""
		case inside:
			b.code += line + "\n"
		case line == "```go":
			b, inside = block{file: filepath.Base(name), line: i + 2, given: given}, true
		case strings.HasPrefix(line, "<!-- given: "):
			given = strings.TrimSuffix(strings.TrimPrefix(line, "<!-- given: "), " -->")
		}
	}
	require.False(t, inside, "%s: a block does not end", name)
	return all
}

// imported lists the packages that a block may use without an import of its own.
var imported = []string{
	"context", "errors", "fmt", "image", "log", "math", "os", "time",
	"wgfft", "wgfft/device", "wgfft/exact", "wgfft/imaging", "wgfft/large", "wgfft/nd", "wgfft/signals",
	"wgfft/signals/wav",
}

// source returns a block as a file that can be compiled.
func (b block) source() string {
	if b.isProgram() {
		return b.code
	}
	var s strings.Builder
	s.WriteString("package block\n")
	for _, name := range imported {
		fmt.Fprintf(&s, "import %q\n", name)
	}
	given := "ctx context.Context, eng *wgfft.Engine"
	if b.given != "" {
		given += ", " + b.given
	}
	fmt.Fprintf(&s, "func _(%s) (err error) {\n%s\nreturn err\n}\n", given, b.code)
	return s.String()
}

// exports returns an importer that reads the packages from the build cache.
func exports(t *testing.T, fset *token.FileSet) types.Importer {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "math/cmplx", "image/png", "sync"}
	list := exec.Command("go", append(args, imported...)...)
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	files := map[string]string{}
	for _, line := range strings.Fields(string(out)) {
		name, file, _ := strings.Cut(line, "=")
		files[name] = file
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("package %s is not one that documents may use", path)
		}
		return os.Open(files[path])
	})
}

func TestBlocksCompile(t *testing.T) {
	fset := token.NewFileSet()
	imports := exports(t, fset)
	count := 0
	for _, name := range documents(t) {
		for _, b := range blocks(t, name) {
			count++
			file, err := parser.ParseFile(fset, b.String(), b.source(), 0)
			if err != nil {
				t.Errorf("%v: %v", b, err)
				continue
			}
			config := types.Config{Importer: imports, Error: func(err error) {
				if e := err.(types.Error); !e.Soft { // soft errors are unused variables and imports
					t.Errorf("%v: %v", b, err)
				}
			}}
			_, _ = config.Check("block", fset, []*ast.File{file}, nil)
		}
	}
	require.Greater(t, count, 10)
}

// Programs run on the CPU engine, or on any GPU there is, and print no error. Their folder has no other files, as in a
// module of their own. A usual run links and runs one of them; TestBlocksCompile checks all.
func TestProgramsRun(t *testing.T) {
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	build := []string{"build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", dir + string(filepath.Separator)}
	programs := map[string]block{}
	module, err := filepath.Abs(root)
	require.NoError(t, err)
	for _, name := range documents(t) {
		for _, b := range blocks(t, name) {
			if !b.isProgram() || len(programs) == 1 && !testcase.Long() {
				continue
			}
			program := fmt.Sprintf("program%d", len(programs))
			programs[program] = b
			file := filepath.Join(dir, program+".go")
			require.NoError(t, os.WriteFile(file, []byte(b.code), 0o600))
			overlay.Replace[filepath.Join(module, "internal", "doccheck", program, "main.go")] = file
			build = append(build, "./internal/doccheck/"+program)
		}
	}
	require.NotEmpty(t, programs)
	text, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o600))
	compile := exec.Command("go", build...)
	compile.Dir = module
	out, err := compile.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for program, b := range programs {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		run := exec.CommandContext(ctx, filepath.Join(dir, program))
		run.Dir = dir
		out, err := run.CombinedOutput()
		cancel()
		require.NoError(t, err, "%v: %s", b, out)
		require.NotEmpty(t, out, "%v prints nothing", b)
	}
}

var links = regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)|^\[[^]]+\]: (\S+)`)

func TestLinksLeadToFiles(t *testing.T) {
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			for _, m := range links.FindAllStringSubmatch(line, -1) {
				to := m[1] + m[3]
				if strings.Contains(to, "://") || strings.Contains(line, "`"+m[0]) {
					continue
				}
				_, err := os.Stat(filepath.Join(filepath.Dir(name), to))
				require.NoError(t, err, "%s:%d", name, i+1)
			}
		}
	}
}

// The README stays short: 900 words and 200 lines, blocks and tables included.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	require.LessOrEqual(t, len(strings.Fields(string(text))), 900)
	require.LessOrEqual(t, strings.Count(string(text), "\n"), 200)
}
