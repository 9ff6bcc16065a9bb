//go:build linux

package faultdriver

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A Result is a VkResult.
type Result int32

// Results of Vulkan functions.
const (
	NotReady             Result = 1
	Timeout              Result = 2
	OutOfHostMemory      Result = -1
	OutOfDeviceMemory    Result = -2
	InitializationFailed Result = -3
	DeviceLost           Result = -4
	MemoryMapFailed      Result = -5
	FragmentedPool       Result = -12
)

// String returns the name of the VkResult.
func (r Result) String() string {
	switch r {
	case NotReady:
		return "VK_NOT_READY"
	case Timeout:
		return "VK_TIMEOUT"
	case OutOfHostMemory:
		return "VK_ERROR_OUT_OF_HOST_MEMORY"
	case OutOfDeviceMemory:
		return "VK_ERROR_OUT_OF_DEVICE_MEMORY"
	case InitializationFailed:
		return "VK_ERROR_INITIALIZATION_FAILED"
	case DeviceLost:
		return "VK_ERROR_DEVICE_LOST"
	case MemoryMapFailed:
		return "VK_ERROR_MEMORY_MAP_FAILED"
	case FragmentedPool:
		return "VK_ERROR_FRAGMENTED_POOL"
	}
	return "VkResult " + strconv.Itoa(int(r))
}

// Completion, as a Fault's Function, is a hanging GPU. From submission number Call on, no work is
// reported as complete for the duration Hang. Calls that wait for work time out, and submissions
// succeed.
const Completion = "completion"

// Pace, as a Fault's Function, is a busy GPU. Submissions are reported as complete one by one, each
// Hang after the previous one.
const Pace = "pace"

// A Fault selects the calls of the driver that fail.
type Fault struct {
	Function string // a Vulkan function, Completion or Pace
	Call     int    // the first call that fails, counted from 1; 0 means 1
	Count    int    // number of calls that fail; 0 means 1
	// Result is the result of these calls; 0 calls the real function. After DeviceLost, submissions,
	// waits and queries of progress return DeviceLost, too, until the next device is made.
	Result Result
	Hang   time.Duration // time that these calls sleep first
	Fences bool          // the driver has no timeline semaphores, so wgpu uses fences
	Quiet  bool          // queries of progress succeed after DeviceLost; some drivers only read memory there
	Limit  time.Duration // time after which the child is killed; 0 means 10 minutes
}

// An Outcome describes how a child process ended.
type Outcome struct {
	Exit     int            // the exit code; -1 after a signal
	Signal   syscall.Signal // the signal that ended the process, or 0
	TimedOut bool           // the child was killed after Fault.Limit
	Aborted  bool           // native code called abort
	Fired    bool           // at least one call failed
	Took     time.Duration
	Stdout   string
	Stderr   string
}

//go:embed driver/driver.c
var source []byte

// childVariable is the environment variable that marks a child process.
const childVariable = "WGFFT_FAULT_CHILD"

// reportVariable names the file that gets a byte for each call that fails.
const reportVariable = "WGFFT_FAULT_REPORT"

// InChild reports whether the process is a child that Run started.
func InChild() bool { return os.Getenv(childVariable) != "" }

// WaitForFault waits in a child until the first call fails or hangs. The child's time limit ends it if no call does.
func WaitForFault(t testing.TB) { WaitForFaults(t, 1) }

// WaitForFaults waits in a child until n calls have failed, or hang.
func WaitForFaults(t testing.TB, n int) {
	t.Helper()
	for Faults() < n {
		time.Sleep(time.Millisecond)
	}
}

// Faults returns how many calls have failed, or hang, in this child.
func Faults() int {
	info, err := os.Stat(os.Getenv(reportVariable))
	if err != nil {
		return 0
	}
	return int(info.Size())
}

// Release ends the hang of all calls in this child, also of calls that will come.
func Release(t testing.TB) {
	t.Helper()
	if err := os.WriteFile(os.Getenv(reportVariable)+releaseSuffix, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// releaseSuffix follows the name of the report in the name of the file that Release creates.
const releaseSuffix = ".release"

// A Driver is the compiled driver. It may run any number of children at the same time.
type Driver struct {
	manifest string // manifest that names the driver to the Vulkan loader
	real     string // lavapipe's library
	reports  string // a directory
}

// New compiles the driver. It skips the test if lavapipe or a C compiler is missing.
func New(t testing.TB) *Driver {
	t.Helper()
	real, version := findLavapipe()
	if real == "" {
		t.Skip("no lavapipe: install one (Debian: mesa-vulkan-drivers)")
	}
	compiler := compiler()
	if _, err := exec.LookPath(compiler[0]); err != nil {
		t.Skipf("no C compiler: %v", err)
	}
	folder := t.TempDir()
	text, library := filepath.Join(folder, "driver.c"), filepath.Join(folder, "driver.so")
	d := &Driver{manifest: filepath.Join(folder, "driver.json"), real: real, reports: folder}
	if err := os.WriteFile(text, source, 0o600); err != nil {
		t.Fatal(err)
	}
	// The loader unloads drivers, but the driver counts calls; nodelete keeps it loaded.
	command := append(compiler, "-Wl,-z,nodelete", "-shared", "-fPIC", "-O1", "-fvisibility=hidden", "-o", library,
		text, "-ldl")
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	written, err := json.Marshal(newManifest(library, version))
	if err == nil {
		err = os.WriteFile(d.manifest, written, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Run compiles the driver and calls its Run.
func Run(t testing.TB, f Fault, child string, env ...string) Outcome {
	t.Helper()
	return New(t).Run(t, f, child, env...)
}

// Run runs the test named child of this test binary in a process of its own, on a driver with the fault f.
// The strings of env, such as "KEY=value", are added to its environment.
func (d *Driver) Run(t testing.TB, f Fault, child string, env ...string) Outcome {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	report, err := os.CreateTemp(d.reports, "report")
	if err != nil {
		t.Fatal(err)
	}
	report.Close()
	os.Remove(report.Name()) // the driver creates it

	limit := f.Limit
	if limit == 0 {
		limit = 10 * time.Minute
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, self, "-test.run=^"+child+"$", "-test.timeout=0")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	c.WaitDelay = time.Second
	c.Env = append(os.Environ(),
		childVariable+"=1",
		"VK_DRIVER_FILES="+d.manifest, "VK_ICD_FILENAMES="+d.manifest,
		"WGFFT_FAULT_DRIVER="+d.real, reportVariable+"="+report.Name(),
		"WGFFT_FAULT_FUNCTION="+f.Function,
		"WGFFT_FAULT_CALL="+strconv.Itoa(max(f.Call, 1)), "WGFFT_FAULT_COUNT="+strconv.Itoa(max(f.Count, 1)),
		"WGFFT_FAULT_RESULT="+strconv.Itoa(int(f.Result)),
		"WGFFT_FAULT_HANG_MS="+strconv.FormatInt(f.Hang.Milliseconds(), 10))
	if f.Fences {
		c.Env = append(c.Env, "WGFFT_FAULT_FENCES=1")
	}
	if f.Quiet {
		c.Env = append(c.Env, "WGFFT_FAULT_QUIET=1")
	}
	if os.Getenv("XDG_RUNTIME_DIR") == "" { // otherwise Mesa complains on stderr
		c.Env = append(c.Env, "XDG_RUNTIME_DIR="+d.reports)
	}
	c.Env = append(c.Env, env...)

	start := time.Now()
	err = c.Run()
	o := Outcome{Took: time.Since(start), Stdout: stdout.String(), Stderr: stderr.String()}
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	o.Exit, o.TimedOut = c.ProcessState.ExitCode(), errors.Is(ctx.Err(), context.DeadlineExceeded)
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		o.Signal = status.Signal()
	}
	// Go catches SIGABRT, prints the goroutines and exits with 2.
	o.Aborted = o.Signal == syscall.SIGABRT || o.Exit == 2 && strings.Contains(o.Stderr, "SIGABRT: abort")
	_, err = os.Stat(report.Name())
	o.Fired = err == nil
	return o
}

// compiler returns the command of the C compiler that cgo uses.
func compiler() []string {
	out, err := exec.Command("go", "env", "CC").Output()
	if fields := strings.Fields(string(out)); err == nil && len(fields) > 0 {
		return fields
	}
	return []string{"cc"}
}

// A manifest has the path of a driver, for the Vulkan loader.
type manifest struct {
	Version string `json:"file_format_version"`
	ICD     struct {
		Library string `json:"library_path"`
		Version string `json:"api_version"`
	} `json:"ICD"`
}

func newManifest(library, version string) manifest {
	m := manifest{Version: "1.0.0"}
	m.ICD.Library, m.ICD.Version = library, version
	return m
}

// findLavapipe returns lavapipe's library and its Vulkan version, or "" if there is none. It looks
// at the manifests that the environment names, and then where the loader looks.
func findLavapipe() (library, version string) {
	var names []string
	for _, variable := range []string{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"} {
		names = append(names, filepath.SplitList(os.Getenv(variable))...)
	}
	for _, folder := range []string{"/etc", "/usr/local/share", "/usr/share"} {
		found, _ := filepath.Glob(folder + "/vulkan/icd.d/lvp_icd*.json")
		names = append(names, found...)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		var m manifest
		if err != nil || json.Unmarshal(text, &m) != nil || !strings.Contains(m.ICD.Library, "vulkan_lvp") {
			continue
		}
		library = m.ICD.Library
		if strings.Contains(library, "/") && !filepath.IsAbs(library) { // relative to the manifest
			library = filepath.Join(filepath.Dir(name), library)
		}
		return library, m.ICD.Version
	}
	return "", ""
}
