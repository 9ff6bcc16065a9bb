package parity

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

var tokens = regexp.MustCompile(`//[^\n]*|[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z.+]*(?:[eE][+-]?[0-9]+)?[a-z]*|\S`)

// coarseRoot is the index of a coarse root, whose constant comes last in the new texts.
var coarseRoot = regexp.MustCompile(`(\d+u) \+ (\(e >> \d+u\))\]`)

// constantFactor is a product whose constant comes last in the new texts.
var constantFactor = regexp.MustCompile(`\b(\d+u) \* ([a-z_]\w*|\([^()]*\))`)

var kept = strings.Fields(`
	array atomic bool f32 f16 i32 u32 vec2 vec3 vec4 mat2x2 ptr
	alias break case const continue continuing default discard else enable false fn for if let loop override
	return struct switch true var while
	function private workgroup storage uniform read write read_write
	align binding builtin compute group id size workgroup_size
	global_invocation_id local_invocation_id local_invocation_index workgroup_id num_workgroups
	workgroupBarrier storageBarrier arrayLength bitcast select fma min max abs floor round clamp sign
	sqrt sin cos exp log dot
	pack2x16float unpack2x16float pack4x8unorm unpack4x8unorm unpack4x8snorm
	extractBits insertBits countOneBits reverseBits
	firstLeadingBit firstTrailingBit x y z w xy zw yx yz xz`)

func isName(token string) bool {
	c := token[0]
	return c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// canonical returns the declarations of a module in the order in which main refers to them, without comments and redundant
// brackets, with names replaced by numbers, one statement on each line.
func canonical(text string) string {
	text = strings.ReplaceAll(text, "vec2<f32>()", "vec2<f32>(0.0, 0.0)")
	text = constantFactor.ReplaceAllString(text, "$2 * $1")
	text = coarseRoot.ReplaceAllString(text, "$2 + $1]")
	var all []string
	for _, t := range tokens.FindAllString(text, -1) {
		if !strings.HasPrefix(t, "//") {
			all = append(all, t)
		}
	}
	for i := 0; i+2 < len(all); i++ { // (name) that is no argument
		if all[i] == "(" && isName(all[i+1]) && all[i+2] == ")" && i > 0 && !isName(all[i-1]) && all[i-1] != ">" && all[i-1] != ")" {
			all = slices.Concat(all[:i], all[i+1:i+2], all[i+3:])
		}
	}
	// Top-level declarations.
	decl := map[string][]string{}
	var order []string
	for i := 0; i < len(all); {
		begin, depth := i, 0
		name := ""
		for ; i < len(all); i++ {
			switch all[i] {
			case "{", "(":
				depth++
			case "}", ")":
				depth--
			case "fn", "struct":
				if depth == 0 {
					name = all[i+1]
				}
			}
			if depth == 0 && (all[i] == ";" || all[i] == "}") {
				i++
				break
			}
		}
		if name == "" { // var<...> name
			for j := begin; j < i; j++ {
				if all[j] == ":" {
					name = all[j-1]
					break
				}
			}
		}
		decl[name] = all[begin:i]
		order = append(order, name)
	}
	if os.Getenv("WGFFT_SINK") != "" {
		decl["main"] = sunk(decl["main"])
	}
	var b strings.Builder
	names := map[string]string{}
	done := map[string]bool{}
	var emit func(name string)
	emit = func(name string) {
		if done[name] {
			return
		}
		done[name] = true
		if os.Getenv("WGFFT_NODFT") != "" && (strings.HasPrefix(name, "dft") || strings.HasPrefix(name, "Points")) {
			return
		}
		for _, t := range decl[name] {
			if isName(t) && !slices.Contains(kept, t) {
				if names[t] == "" {
					names[t] = fmt.Sprintf("$%d", len(names))
				}
				t = names[t]
			}
			b.WriteString(t)
			if t == ";" || t == "{" || t == "}" {
				b.WriteString("\n")
			} else {
				b.WriteString(" ")
			}
		}
		for _, t := range decl[name] {
			if _, ok := decl[t]; ok {
				emit(t)
			}
		}
	}
	for _, name := range order { // bindings first
		if decl[name][0] == "@" && slices.Contains(decl[name], "binding") {
			emit(name)
		}
	}
	emit("main")
	return b.String()
}

// sunk returns the statements of a function with the names of indices declared where they are first used, and without
// those that are never used or only name a name.
func sunk(all []string) (to []string) {
	indices, pending, done := map[string]bool{}, map[string][]string{}, map[string]bool{}
	for _, name := range strings.Fields("local group groups batch end first src_begin dst_begin min select powers shared_index x y") {
		indices[name] = true
	}
	var use func(statement []string)
	use = func(statement []string) {
		for i, t := range statement {
			if p := pending[t]; p != nil && (i == 0 || statement[i-1] != ".") {
				delete(pending, t)
				use(p)
			}
		}
		if text := strings.Join(statement, " "); !indices[statement[min(1, len(statement)-1)]] || !done[text] {
			done[text] = true
			to = append(to, statement...)
		}
	}
	alias := map[string]string{}
	for i := 0; i < len(all); {
		begin := i
		isIndex := all[i] == "let"
		for ; all[i] != ";" && all[i] != "{" && all[i] != "}"; i++ {
			if a := alias[all[i]]; a != "" && all[i-1] != "." {
				all[i] = a
			}
			isIndex = isIndex && (i < begin+3 || !isName(all[i]) || indices[all[i]])
		}
		i++
		switch statement := all[begin:i]; {
		case isIndex && len(statement) == 5 && isName(statement[3]):
			alias[statement[1]] = statement[3]
		case isIndex:
			indices[statement[1]], pending[statement[1]] = true, statement
		default:
			use(statement)
		}
	}
	return to
}

// everything is a device without limits.
var everything = wgsl.Limits{Invocations: 1 << 20, WorkgroupBytes: 1 << 30, Workgroups: 1 << 30, StorageBindings: 100}

// The texts of the new generator are those of the old one, for the kernels of a list.
func TestParity(t *testing.T) {
	list := os.Getenv("WGFFT_KERNELS")
	if list == "" {
		t.Skip("set WGFFT_KERNELS to a file of kernel names")
	}
	text, err := os.ReadFile(list)
	require.NoError(t, err)
	want := os.Getenv("WGFFT_MATCH")
	missing, differ, same := map[string]int{}, 0, 0
	shown := 0
	for name := range strings.FieldsSeq(string(text)) {
		if !strings.Contains(name, want) {
			continue
		}
		o, err := old.ParseKernel(name)
		require.NoError(t, err, name)
		k, err := convert(o)
		if err != nil {
			missing[err.Error()]++
			continue
		}
		if err := k.Check(everything); err != nil {
			missing["lower: "+err.Error()]++
			continue
		}
		a, b := canonical(k.Module().Text), canonical(withCarriedNames(o.Module().Text))
		if a == b {
			same++
			continue
		}
		differ++
		if f := os.Getenv("WGFFT_DIFF"); f != "" {
			fd, _ := os.OpenFile(f, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
			fmt.Fprintln(fd, name)
			fd.Close()
		}
		if shown < 3 || os.Getenv("WGFFT_ALL") != "" {
			shown++
			x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
			for i := range min(len(x), len(y)) {
				if x[i] != y[i] {
					t.Logf("%s:\n new %s\n old %s\n new %s\n old %s", name, strings.Join(x[max(0, i-2):i], "\n     "), "", x[i], y[i])
					break
				}
			}
			if os.Getenv("WGFFT_SHOW") != "" {
				t.Logf("--- new\n%s\n--- old\n%s", k.Module().Text, o.Module().Text)
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(missing)) {
		t.Logf("%6d %s", missing[what], what)
	}
	t.Logf("%d same, %d differ", same, differ)
	require.Zero(t, differ)
}
