package importgraph

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "wgfft"

// rule restricts the imports and the words of a package and of the packages below its folder.
type rule struct {
	folder    string   // relative to the module, "." for the root package alone
	imports   []string // path prefixes allowed in addition to the standard library and the folder itself
	without   []string // path prefixes forbidden although imports allows them
	bindings  bool     // bindings of WebGPU are allowed
	pure      bool     // no os, time, math/rand
	badWords  []string // words that no identifier may contain, in lower case
	inStrings bool     // no string may contain them, either
}

// notForArrays are the packages that package nd and its rooms must not import.
var notForArrays = []string{"wgfft/hier", "wgfft/plan", "wgfft/realdct", "wgfft/pipeline", "wgfft/internal/choose",
	"wgfft/internal/cpu", "wgfft/internal/engine", "wgfft/internal/tune", "wgfft/internal/wisdom",
	"wgfft/internal/worker", "wgfft/imaging", "wgfft/signals", "wgfft/cmd", "wgfft/examples"}

// rules is the table of the design. The packages of other folders may import anything except the
// bindings and C.
var rules = []rule{
	{folder: "wgsl", pure: true, imports: []string{"wgfft/internal/doubledouble", "wgfft/internal/modular"},
		badWords: []string{"buffer"}},
	{folder: "hier", pure: true, imports: []string{"wgfft/wgsl"}},
	{folder: "plan", pure: true, imports: []string{
		"wgfft/wgsl", "wgfft/hier", "wgfft/realdct", "wgfft/internal/parallel", "wgfft/internal/tables",
		"wgfft/internal/transforms",
	}},
	{folder: "internal/choose", pure: true, imports: []string{
		"wgfft/plan", "wgfft/hier", "wgfft/realdct", "wgfft/wgsl", "wgfft/internal/parallel",
	}},
	{folder: "internal/wisdom", imports: []string{
		"wgfft/plan", "wgfft/internal/choose", "wgfft/wgsl", "wgfft/internal/stdfiles", "golang.org/x/sys",
	}},
	{folder: "internal/tune", imports: []string{
		"wgfft/internal/choose", "wgfft/internal/wisdom", "wgfft/internal/measure", "wgfft/pipeline", "wgfft/device",
		"wgfft/plan", "wgfft/hier", "wgfft/wgsl",
	}},
	{folder: "realdct", pure: true, imports: []string{"wgfft/wgsl", "wgfft/internal/transforms"}},
	{
		folder: "device", imports: []string{"wgfft/wgsl", "wgfft/internal/detach", "C"}, bindings: true,
		badWords: []string{"radix", "twiddle"}, inStrings: true,
	},
	{
		folder: "pipeline", imports: []string{
			"wgfft/wgsl", "wgfft/plan", "wgfft/device", "wgfft/internal/detach", "wgfft/internal/parallel",
		},
		badWords: []string{"radix", "twiddle"}, inStrings: true,
	},
	{
		folder: "imaging", imports: []string{"wgfft"},
		without: []string{"wgfft/wgsl", "wgfft/hier", "wgfft/plan", "wgfft/realdct", "wgfft/device", "wgfft/pipeline",
			"wgfft/internal", "wgfft/cmd", "wgfft/examples"},
	},
	{
		folder: "nd", imports: []string{"wgfft", "wgfft/internal/attach", "wgfft/internal/parallel", "wgfft/device",
			"wgfft/wgsl"},
		without: notForArrays,
	},
	{
		folder: "exact", imports: []string{"wgfft", "wgfft/internal/attach", "wgfft/internal/modular",
			"wgfft/internal/parallel", "wgfft/wgsl"},
		without: append([]string{"wgfft/nd", "wgfft/device"}, notForArrays...),
	},
	// The rooms of nd. Both machines import expr, nd imports all three, and there are no other arrows between them.
	{folder: "nd/internal/expr", imports: []string{"wgfft"}, without: append([]string{"wgfft/nd"}, notForArrays...)},
	{folder: "nd/internal/cpu", imports: []string{"wgfft"}, without: append([]string{
		"wgfft/nd/internal/gpu", "wgfft/wgsl"}, notForArrays...)},
	{folder: "nd/internal/gpu", imports: []string{"wgfft"}, without: append([]string{
		"wgfft/nd/internal/cpu", "wgfft/internal/parallel"}, notForArrays...)},
	{folder: ".", imports: []string{
		"wgfft/internal/attach", "wgfft/internal/engine", "wgfft/internal/half", "wgfft/internal/memory",
		"wgfft/internal/parallel", "wgfft/internal/tune", "wgfft/internal/worker",
		"wgfft/device", "wgfft/pipeline", "wgfft/plan", "wgfft/realdct", "wgfft/wgsl",
	}},
	{folder: "internal/worker", imports: []string{
		"wgfft/internal/engine", "wgfft/internal/memory", "wgfft/internal/parallel",
		"wgfft/device", "wgfft/plan", "wgfft/wgsl", "golang.org/x/sys",
	}},
	{folder: "internal/engine", imports: []string{
		"wgfft/internal/choose", "wgfft/internal/cpu", "wgfft/internal/detach", "wgfft/internal/exactness",
		"wgfft/internal/half", "wgfft/internal/memory", "wgfft/internal/parallel", "wgfft/internal/strided",
		"wgfft/internal/tune", "wgfft/internal/wisdom",
		"wgfft/device", "wgfft/pipeline", "wgfft/plan", "wgfft/wgsl",
	}},
	{
		folder: "signals", pure: true, imports: []string{"wgfft"},
		without: []string{
			"wgfft/wgsl", "wgfft/hier", "wgfft/plan", "wgfft/realdct", "wgfft/device", "wgfft/pipeline",
			"wgfft/internal", "wgfft/cmd", "wgfft/examples",
		},
	},
	{folder: "cluster", imports: []string{"wgfft", "C"}, without: []string{"wgfft/internal"}},
	{folder: "internal/attach", imports: []string{"wgfft/device", "wgfft/wgsl"}},
	{folder: "internal/detach"},
	{folder: "internal/cpu", imports: []string{
		"github.com/cwbudde/algo-fft", "wgfft/internal/dft", "wgfft/internal/parallel", "wgfft/internal/transforms",
	}},
	{folder: "internal/stdfiles", imports: []string{"C"}},
	{folder: "internal/strided", pure: true, imports: []string{"wgfft/plan", "wgfft/wgsl"}},
	{folder: "internal/doubledouble", pure: true},
	{folder: "internal/half", pure: true},
	{folder: "internal/modular", pure: true, imports: []string{"wgfft/internal/parallel"}},
	{folder: "internal/dft", pure: true, imports: []string{"wgfft/internal/doubledouble", "wgfft/internal/parallel"}},
	{folder: "internal/parallel", pure: true},
	{folder: "internal/tables", pure: true, imports: []string{
		"wgfft/wgsl", "wgfft/hier", "wgfft/realdct", "wgfft/internal/dft", "wgfft/internal/doubledouble",
		"wgfft/internal/parallel",
	}},
	{folder: "internal/ref", imports: []string{
		"wgfft/internal/dft", "wgfft/internal/doubledouble", "wgfft/internal/transforms",
	}},
	{folder: "internal/testcase"},
	{folder: "internal/transforms", pure: true, imports: []string{"wgfft/internal/doubledouble"}},
}

// otherFolders is the rule of the folders without a rule of their own.
var otherFolders = rule{imports: []string{""}, without: []string{"C"}}

// impure are the packages with results that differ from run to run.
var impure = []string{"os", "time", "math/rand"}

// tree is the result of check: the files it read, and the places that break a rule.
type tree struct {
	files    map[string]int // non-test files by folder
	bindings map[string]int // imports of bindings by folder
	breaks   []string
}

// check reads every Go file below root, with any build tags, except files that the go tool ignores.
func check(root string) (tree, error) {
	found := tree{files: map[string]int{}, bindings: map[string]int{}}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		hidden := strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")
		if d.IsDir() {
			if name != root && (hidden || base == "testdata" || base == "vendor") {
				return filepath.SkipDir
			}
			return nil
		}
		if hidden || !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("importgraph: %s: %w", rel, err)
		}
		found.files[path.Dir(rel)]++
		for _, spec := range file.Imports {
			if isBinding(strings.Trim(spec.Path.Value, "`\"")) {
				found.bindings[path.Dir(rel)]++
			}
		}
		for _, b := range broken(ruleOf(path.Dir(rel)), path.Dir(rel), file) {
			line := files.Position(b.pos).Line
			found.breaks = append(found.breaks, fmt.Sprintf("%s:%d: %s", rel, line, b.what))
		}
		return nil
	})
	return found, err
}

// ruleOf returns the rule with the longest folder that holds the package.
func ruleOf(folder string) rule {
	best := otherFolders
	for _, r := range rules {
		if r.folder == "." && folder != "." {
			continue
		}
		if isUnder(folder, r.folder) && len(r.folder) > len(best.folder) {
			best = r
		}
	}
	return best
}

// isUnder reports whether a path is prefix or lies below it; "" holds everything.
func isUnder(name, prefix string) bool {
	return prefix == "" || name == prefix || strings.HasPrefix(name, prefix+"/")
}

// isUnderAny reports whether name lies under one of the prefixes.
func isUnderAny(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return isUnder(name, p) })
}

// isStandard reports whether an import belongs to the standard library. Its first element has no
// dot and is not the name of this module. C does not belong to the standard library.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return imported != "C" && first != module && !strings.Contains(first, ".")
}

// isBinding reports whether an import is a binding of WebGPU: a package of another module whose path
// contains the word webgpu or wgpu.
func isBinding(imported string) bool {
	isForeign := !isStandard(imported) && !isUnder(imported, module)
	lower := strings.ToLower(imported)
	return isForeign && (strings.Contains(lower, "webgpu") || strings.Contains(lower, "wgpu"))
}

// breach is one place that breaks a rule.
type breach struct {
	pos  token.Pos
	what string
}

// broken returns the places in file, of a package in folder, that break r.
func broken(r rule, folder string, file *ast.File) []breach {
	var out []breach
	add := func(pos token.Pos, format string, args ...any) {
		out = append(out, breach{pos, fmt.Sprintf(format, args...)})
	}
	packages := map[string]bool{} // the names by which the file refers to its imports
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			add(spec.Pos(), "import %s cannot be read: write a plain path", spec.Path.Value)
			continue
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		packages[name] = true

		own := r.folder != "" && r.folder != "." && isUnder(imported, module+"/"+r.folder)
		allowed := own || isStandard(imported) || isUnderAny(imported, r.imports)
		if isBinding(imported) {
			allowed = r.bindings
		}
		switch {
		case !allowed || isUnderAny(imported, r.without):
			add(spec.Pos(), "%s may not import %q: it may import %s", folder, imported, r.list())
		case r.pure && isUnderAny(imported, impure):
			add(spec.Pos(), "%s is pure and may not import %q: let the caller pass what it needs", folder, imported)
		}
	}
	if len(r.badWords) == 0 {
		return out
	}
	forbid := func(pos token.Pos, kind, text string) {
		for _, word := range r.badWords {
			if strings.Contains(strings.ToLower(text), word) {
				add(pos, "%s says %q in the %s %s: that knowledge belongs to another package", folder, word, kind, text)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.SelectorExpr:
			// bytes.Buffer is another package's word.
			if x, ok := n.X.(*ast.Ident); ok && packages[x.Name] {
				return false
			}
		case *ast.Ident:
			forbid(n.Pos(), "identifier", n.Name)
		case *ast.BasicLit:
			if n.Kind == token.STRING && r.inStrings {
				forbid(n.Pos(), "string", n.Value)
			}
		}
		return true
	})
	return out
}

// list returns the allowed imports in words.
func (r rule) list() string {
	allowed := []string{"the standard library"}
	for _, p := range r.imports {
		if p == "" {
			p = "any package but bindings of WebGPU, " + strings.Join(r.without, ", ")
		}
		allowed = append(allowed, p)
	}
	return strings.Join(allowed, ", ")
}
