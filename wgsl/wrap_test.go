package wgsl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWrapped(t *testing.T) {
	a := strings.Repeat("a", 40)
	for _, c := range []struct{ text, want string }{
		{"let x = f(a, b);\n", "let x = f(a, b);\n"},
		{
			"    let x = f(" + a + ", g(" + a + ", " + a + "));\n",
			"    let x = f(" + a + ",\n            g(" + a + ", " + a + "));\n",
		},
		{"// " + a + ", " + a + ", " + a + "\n", "// " + a + ", " + a + ", " + a + "\n"},
		{strings.Repeat("b", 130) + ";\n", strings.Repeat("b", 130) + ";\n"},
		{"f(" + a + ", " + a + ", " + a + ", " + a + ")", "f(" + a + ", " + a + ",\n        " + a + ", " + a + ")"},
	} {
		require.Equal(t, c.want, wrapped(c.text))
	}
}

// A second name without a note prints as the first name, and is not declared.
func TestAliases(t *testing.T) {
	first := named("first", Var("group.x").Times(3), "")
	require.Equal(t, "first + 1u", named("second", first, "").Add(1).String())
	require.Equal(t, "third + 1u", named("third", first, "a note").Add(1).String())
	w := newWriter(F32{}, &moduleParts{names: map[string]bool{}})
	w.Declare(named("second", first, ""))
	require.Equal(t, "let first = group.x * 3u;\n", w.text.String())
}
