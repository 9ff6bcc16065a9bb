package device

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireStructs compiles a file that compares our declarations of C types with the headers in a
// folder of a module.
func requireStructs(t *testing.T, file, module, headers string) {
	t.Helper()
	output := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).Output()
		require.NoError(t, err, "%s %s", name, strings.Join(args, " "))
		return strings.TrimSpace(string(out))
	}
	compiler := strings.Fields(output("go", "env", "CC"))
	if _, err := exec.LookPath(compiler[0]); err != nil {
		t.Skipf("no C compiler %s compares the declarations with the headers: %v", compiler[0], err)
	}
	dir := output("go", "list", "-m", "-f", "{{.Dir}}", module)
	require.NotEmpty(t, dir, "the module %s is not downloaded", module)
	for _, name := range []string{file, "structs.h"} { // the test runs again when they change
		_, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
	}
	args := append(compiler[1:], "-fsyntax-only", "-I"+filepath.Join(dir, filepath.FromSlash(headers)),
		filepath.Join("testdata", file))
	out, err := exec.Command(compiler[0], args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
