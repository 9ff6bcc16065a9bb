package textsum

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
)

// tokens matches the tokens of the module's WGSL texts: comments, names, numbers, and single signs.
var tokens = regexp.MustCompile(`//[^\n]*|[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z.+]*(?:[eE][+-]?[0-9]+)?[a-z]*|\S`)

// kept holds the names that have a meaning of their own: WGSL's words, types, attributes and functions.
var kept = set(`
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
	firstLeadingBit firstTrailingBit x y z w xy zw yx yz xz
`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// inputs are the names from which indices are computed.
var inputs = set(`
	local group groups batch end first src_begin dst_begin rows min select powers shared_index x y
`)

// normal returns a normal form of a kernel's text. It has no comments and no brackets around a single
// name. Declarations are in the order of their first use by main. Each index is declared at its first
// use. Numbers replace names.
func normal(text string) string {
	declarations, order := declared(withoutBrackets(tokens.FindAllString(text, -1)))
	declarations["main"] = sunk(declarations["main"])
	w := normalWriter{declarations: declarations, names: map[string]string{}, done: map[string]bool{}}
	for _, name := range order {
		if slices.Contains(declarations[name], "binding") {
			w.declaration(name)
		}
	}
	w.declaration("main")
	return w.text.String()
}

// withoutBrackets returns tokens without comments, and without brackets around a name, except for
// arguments.
func withoutBrackets(all []string) (kept []string) {
	all = slices.DeleteFunc(all, func(t string) bool { return strings.HasPrefix(t, "//") })
	for i := 0; i < len(all); i++ {
		if i > 0 && i+2 < len(all) && all[i] == "(" && isName(all[i+1]) && all[i+2] == ")" && !isName(all[i-1]) &&
			all[i-1] != ">" && all[i-1] != ")" {
			kept = append(kept, all[i+1])
			i += 2
			continue
		}
		kept = append(kept, all[i])
	}
	return kept
}

// isName reports whether a token is a name.
func isName(token string) bool {
	c := token[0]
	return c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// declared returns the declarations of a module by name, and their names in order.
func declared(all []string) (declarations map[string][]string, order []string) {
	declarations = map[string][]string{}
	for i := 0; i < len(all); {
		begin, depth, name := i, 0, ""
		for ; i < len(all); i++ {
			switch t := all[i]; {
			case t == "{" || t == "(":
				depth++
			case t == "}" || t == ")":
				depth--
			case depth == 0 && name == "" && (t == "fn" || t == "struct"):
				name = all[i+1]
			case depth == 0 && name == "" && t == ":":
				name = all[i-1]
			}
			if depth == 0 && (all[i] == ";" || all[i] == "}") {
				i++
				break
			}
		}
		declarations[name] = all[begin:i]
		order = append(order, name)
	}
	return declarations, order
}

// sunk returns the statements of a function with each index declared where it is first used. An index
// is a let that is computed from inputs and other indices. Indices without a use, or with the value
// of another index, are left out.
func sunk(all []string) (to []string) {
	indices, pending, alias := map[string]bool{}, map[string][]string{}, map[string]string{}
	var use func(statement []string)
	use = func(statement []string) {
		for i, t := range statement {
			if p := pending[t]; p != nil && (i == 0 || statement[i-1] != ".") {
				delete(pending, t)
				use(p)
			}
		}
		to = append(to, statement...)
	}
	for i := 0; i < len(all); i++ {
		begin, isIndex := i, all[i] == "let"
		for ; all[i] != ";" && all[i] != "{" && all[i] != "}"; i++ {
			if a := alias[all[i]]; a != "" && all[i-1] != "." {
				all[i] = a
			}
			isIndex = isIndex && (i < begin+3 || !isName(all[i]) || indices[all[i]] || inputs[all[i]])
		}
		switch statement := all[begin : i+1]; {
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

// A normalWriter writes each declaration once, before the declarations that it refers to.
type normalWriter struct {
	text         strings.Builder
	declarations map[string][]string
	names        map[string]string
	done         map[string]bool
}

func (w *normalWriter) declaration(name string) {
	if w.done[name] {
		return
	}
	w.done[name] = true
	for _, t := range w.declarations[name] {
		if isName(t) && !kept[t] {
			if w.names[t] == "" {
				w.names[t] = fmt.Sprintf("$%d", len(w.names))
			}
			t = w.names[t]
		}
		w.text.WriteString(t)
		w.text.WriteByte(' ')
	}
	for _, t := range w.declarations[name] {
		if w.declarations[t] != nil {
			w.declaration(t)
		}
	}
}

// Sum returns the hash of a kernel's text in its normal form.
func Sum(text string) string {
	h := fnv.New32a()
	h.Write([]byte(normal(text)))
	return fmt.Sprintf("%08x", h.Sum32())
}
