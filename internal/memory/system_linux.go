package memory

import (
	"bufio"
	"bytes"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// system returns the memory available to this process, or 0 if it is unknown.
func system() int64 {
	available := available(os.DirFS("/"))
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err == nil && uint64(limit.Cur) < uint64(available) {
		available = int64(limit.Cur)
	}
	return available
}

// available returns the memory that a file system with /proc and /sys reports as available. It is
// the least of the kernel's figure and the limits of the process's control groups. It returns 0 if
// none is known.
func available(root fs.FS) int64 {
	least := min(fromMeminfo(root), fromGroups(root))
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// fromMeminfo returns the memory available according to /proc/meminfo, or math.MaxInt64 if it is
// not there.
func fromMeminfo(root fs.FS) int64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	kib := map[string]int64{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && fields[2] == "kB" {
			if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				kib[fields[0]] = n
			}
		}
	}
	for _, name := range []string{"MemAvailable:", "MemTotal:"} { // kernels before 3.14 have only MemTotal
		if n := kib[name]; n > 0 && n < math.MaxInt64>>10 {
			return n << 10
		}
	}
	return math.MaxInt64
}

// fromGroups returns the least memory limit of the process's control groups and their parents, of
// versions 1 and 2. It returns math.MaxInt64 if there is none.
func fromGroups(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(fields) != 3 {
			continue
		}
		mount, file := "sys/fs/cgroup", "memory.max"
		if fields[1] != "" {
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
			if !hasMemory(fields[1]) {
				continue
			}
		}
		for group := path.Join("/", fields[2]); ; group = path.Dir(group) {
			least = min(least, numberIn(root, path.Join(mount, group, file)))
			if group == "/" {
				break
			}
		}
	}
	return least
}

// hasMemory reports whether a list of controllers of version 1 contains the memory controller.
func hasMemory(controllers string) bool {
	for name := range strings.SplitSeq(controllers, ",") {
		if name == "memory" {
			return true
		}
	}
	return false
}

// numberIn returns the number in a file, or math.MaxInt64 if there is no file or no number, such as
// "max".
func numberIn(root fs.FS, name string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return math.MaxInt64
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n <= 0 {
		return math.MaxInt64
	}
	return n
}
