package textsum

import (
	"fmt"
	"hash/fnv"
	"regexp"
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

// normal returns a kernel's text without comments and with its own names replaced by numbers, in the order in
// which they
// appear.
func normal(text string) string {
	var b strings.Builder
	names := map[string]string{}
	for _, token := range tokens.FindAllString(text, -1) {
		switch first := token[0]; {
		case strings.HasPrefix(token, "//"):
			continue
		case first == '_' || first >= 'A' && first <= 'Z' || first >= 'a' && first <= 'z':
			if !kept[token] {
				if names[token] == "" {
					names[token] = fmt.Sprintf("$%d", len(names))
				}
				token = names[token]
			}
		}
		b.WriteString(token)
		b.WriteByte(' ')
	}
	return b.String()
}

// Sum returns the hash of a kernel's text without comments and names.
func Sum(text string) string {
	h := fnv.New32a()
	h.Write([]byte(normal(text)))
	return fmt.Sprintf("%08x", h.Sum32())
}
