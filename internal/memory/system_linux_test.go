package memory

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestAvailableMemory(t *testing.T) {
	const meminfo = "MemTotal:       24546668 kB\nMemFree:         1234 kB\nMemAvailable:   20000000 kB\n"
	for what, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known": {nil, 0},
		"the machine":   {map[string]string{"proc/meminfo": meminfo}, 20000000 << 10},
		"an old kernel": {map[string]string{"proc/meminfo": "MemTotal: 1000 kB\n"}, 1000 << 10},
		"no number":     {map[string]string{"proc/meminfo": "MemTotal: many kB\n"}, 0},
		"cgroup v2": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "2000000\n"}, 2000000},
		"cgroup v2 above": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "3000000\n"}, 3000000},
		"cgroup v2 of a container": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "4000000\n"}, 4000000},
		"cgroup v1": {map[string]string{"proc/meminfo": meminfo,
			"proc/self/cgroup": "9:cpu,cpuacct:/x\n4:memory:/docker/1\n0::/x\n",
			"sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "5000000\n"}, 5000000},
		"cgroup v1 of a container": {map[string]string{"proc/meminfo": meminfo,
			"proc/self/cgroup":                           "4:memory:/docker/1\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "6000000\n"}, 6000000},
		"cgroup v1 without a limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 20000000 << 10},
		"broken lines": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "x\n::\n4:memory\n"},
			20000000 << 10},
	} {
		root := fstest.MapFS{}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		require.Equal(t, c.want, available(root), what)
	}
	require.Positive(t, system())
	require.LessOrEqual(t, int64(Default()), int64(None))
}
