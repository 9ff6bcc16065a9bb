//go:build cgo && linux && amd64

package faultdriver_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/faultdriver"
	"wgfft/internal/testcase"
)

// Results that a group of functions may return.
var (
	memory         = []faultdriver.Result{faultdriver.OutOfHostMemory, faultdriver.OutOfDeviceMemory}
	memoryAndLoss  = append(slices.Clone(memory), faultdriver.DeviceLost)
	initialization = append(slices.Clone(memory), faultdriver.InitializationFailed)
)

// A row of the table is a function that fails, one of its calls, and the results of that call.
type row struct {
	function string
	results  []faultdriver.Result
	calls    []int
	silent   bool // the failure has no effect: every step succeeds
	fences   bool // wgpu calls the function if there are no timeline semaphores
}

// An abort is a fault that ends the process. docs/guide.md describes them in words; keep them in step.
type abort struct {
	function string
	results  []faultdriver.Result
	call     int
}

var table = []row{
	{function: "vkEnumerateInstanceVersion", results: memory[:1], calls: []int{1, 2}},
	{function: "vkEnumerateInstanceExtensionProperties", results: memory, calls: []int{1, 5}},
	{function: "vkCreateInstance", results: initialization, calls: []int{1, 2}},
	{function: "vkEnumeratePhysicalDevices", results: initialization, calls: []int{1, 9}},
	// The loader ignores an error of its own first call; wgpu makes the seventeenth call.
	{function: "vkEnumerateDeviceExtensionProperties", results: memory, calls: []int{1}, silent: true},
	{function: "vkEnumerateDeviceExtensionProperties", results: memory, calls: []int{17}},
	{function: "vkCreateDevice", results: append(slices.Clone(initialization), faultdriver.DeviceLost),
		calls: []int{1, 2}},
	{function: "vkAllocateMemory", results: memoryAndLoss, calls: []int{1, 3}},
	{function: "vkMapMemory", results: append(slices.Clone(memoryAndLoss), faultdriver.MemoryMapFailed),
		calls: []int{1, 2}},
	{function: "vkFlushMappedMemoryRanges", results: memory, calls: []int{1, 2}},
	{function: "vkBindBufferMemory", results: memory, calls: []int{1, 9}},
	{function: "vkCreateBuffer", results: memory, calls: []int{1, 17}},
	{function: "vkCreateShaderModule", results: memory, calls: []int{1, 2}},
	{function: "vkCreateDescriptorSetLayout", results: memory, calls: []int{1, 2}},
	{function: "vkCreateDescriptorPool", results: memoryAndLoss, calls: []int{1, 2}},
	{function: "vkAllocateDescriptorSets", results: append(slices.Clone(memoryAndLoss), faultdriver.FragmentedPool),
		calls: []int{1, 2}},
	{function: "vkFreeDescriptorSets", results: memory, calls: []int{1, 2}, silent: true},
	{function: "vkCreatePipelineLayout", results: memory, calls: []int{1, 2}},
	{function: "vkCreateComputePipelines", results: memoryAndLoss, calls: []int{1, 2}},
	{function: "vkCreateQueryPool", results: memory, calls: []int{1}},
	{function: "vkCreateCommandPool", results: memory, calls: []int{1, 2}},
	{function: "vkResetCommandPool", results: memory, calls: []int{1, 2}, silent: true},
	{function: "vkAllocateCommandBuffers", results: memory, calls: []int{1, 2}},
	{function: "vkBeginCommandBuffer", results: memory, calls: []int{1, 5}},
	{function: "vkEndCommandBuffer", results: memory, calls: []int{1, 5}},
	{function: "vkQueueSubmit", results: memoryAndLoss, calls: []int{1, 5}},
	{function: "vkCreateSemaphore", results: memory, calls: []int{1, 3}},
	{function: "vkGetSemaphoreCounterValue", results: memoryAndLoss, calls: []int{1, 5}},
	// wgpu waits when a device is released. All work is known to be complete then.
	{function: "vkWaitSemaphores", results: append(slices.Clone(memoryAndLoss), faultdriver.Timeout),
		calls: []int{1, 2}, silent: true},
	{function: "vkCreateFence", results: memory, calls: []int{1, 2}, fences: true},
	{function: "vkResetFences", results: memory, calls: []int{1, 2}, fences: true},
	{function: "vkGetFenceStatus", results: memoryAndLoss, calls: []int{1, 5}, fences: true},
	{function: "vkWaitForFences", results: append(slices.Clone(memoryAndLoss), faultdriver.Timeout),
		calls: []int{1, 2}, silent: true, fences: true},
}

// wgpu doesn't call these functions of Vulkan 1.0 on this driver: vkInvalidateMappedMemoryRanges
// (the memory is coherent), vkDeviceWaitIdle and vkQueueWaitIdle.

// TestKnownAborts checks that the known aborts are cases of the table, and that the documents name
// their functions.
func TestKnownAborts(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide.md")
	require.NoError(t, err)
	for _, a := range knownAborts {
		require.Contains(t, string(guide), "`"+a.function+"`")
		i := slices.IndexFunc(table, func(r row) bool {
			return r.function == a.function &&
				slices.Contains(r.calls, a.call)
		})
		require.GreaterOrEqual(t, i, 0, a.function)
		require.Subset(t, table[i].results, a.results, a.function)
	}
}

// TestTable runs every case of the table in a process of its own. Either a call returns a typed
// error and later calls are right, or the process ends and the case is in knownAborts.
func TestTable(t *testing.T) {
	driver := faultdriver.New(t)
	next := 0
	for _, r := range table {
		r, called := differs(r)
		if !called {
			continue
		}
		for _, result := range r.results {
			for _, call := range r.calls {
				if next++; !testcase.ShardOf(t, next-1, 40) {
					continue
				}
				t.Run(fmt.Sprintf("%s %v call %d", r.function, result, call), func(t *testing.T) {
					t.Parallel()
					fault := faultdriver.Fault{Function: r.function, Result: result, Call: call, Fences: r.fences}
					o := driver.Run(t, fault, "TestTableChild")
					judge(t, r, fault, o)
				})
			}
		}
	}
}

// TestQuietLosses checks that a loss at the creation of an object is found, and is not taken for lack
// of memory, on a driver whose queries of progress do not report losses.
func TestQuietLosses(t *testing.T) {
	driver := faultdriver.New(t)
	for _, function := range []string{"vkCreateDescriptorPool", "vkAllocateDescriptorSets", "vkAllocateMemory",
		"vkCreateComputePipelines"} {
		t.Run(function, func(t *testing.T) {
			t.Parallel()
			fault := faultdriver.Fault{Function: function, Result: faultdriver.DeviceLost, Call: 2, Quiet: true}
			judge(t, row{}, fault, driver.Run(t, fault, "TestTableChild"))
		})
	}
}

// judge reports whether the outcome of a case is right.
func judge(t *testing.T, r row, f faultdriver.Fault, o faultdriver.Outcome) {
	t.Helper()
	output := o.Stdout + firstLines(o.Stderr)
	require.False(t, o.TimedOut, "it hangs\n%s", output)
	require.True(t, o.Fired, "the call never came: take it off the table, or name an earlier one")
	known := slices.ContainsFunc(knownAborts, func(a abort) bool {
		return a.function == f.Function && a.call == f.Call && slices.Contains(a.results, f.Result)
	})
	if known {
		require.True(t, o.Aborted,
			"it does not abort any more: take it off knownAborts and docs/guide.md\n%s", output)
		return
	}
	require.False(t, o.Aborted, output)
	require.Zero(t, o.Exit, output)

	var got []string // results of the steps by name
	for i, line := range strings.Split(strings.TrimSpace(o.Stdout), "\n") {
		name, kind, ok := strings.Cut(line, ": ")
		require.True(t, ok && i < len(steps) && name == steps[i].name, output)
		got = append(got, kind)
	}
	require.Len(t, got, len(steps), output)
	first := slices.IndexFunc(got, func(kind string) bool { return kind != "ok" })
	if r.silent {
		require.Negative(t, first, output)
		return
	}
	require.GreaterOrEqual(t, first, 0, "nothing failed\n%s", output)
	var want string // later steps of this engine
	switch got[first] {
	case "no adapter":
		require.True(t, strings.HasPrefix(steps[first].name, "open"), output)
		want = "not open"
	case "out of memory":
		require.NotEqual(t, faultdriver.DeviceLost, f.Result, output)
		want = "ok"
	case "lost":
		want = "lost"
	default:
		require.Fail(t, "not an error of this module", output)
	}
	for i := first + 1; i < len(steps); i++ {
		if strings.HasPrefix(steps[i].name, "open") {
			want = "ok" // no fault is active any more
		}
		if strings.HasPrefix(steps[i].name, "close") && want == "lost" {
			require.Equal(t, "ok", got[i], output)
			continue
		}
		require.Equal(t, want, got[i], "%s\n%s", steps[i].name, output)
	}
}

// firstLines returns the first lines that a child wrote to stderr.
func firstLines(s string) string {
	lines := strings.SplitN(s, "\n", 9)
	return strings.Join(lines[:min(8, len(lines))], "\n")
}
