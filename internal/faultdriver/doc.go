// Package faultdriver runs tests on a Vulkan driver that fails on purpose.
//
// The driver (driver/driver.c) forwards every call to lavapipe, Mesa's software driver. A call that a
// [Fault] describes returns an error code instead, or hangs. A test compiles it with the C compiler that cgo
// uses. Many faults end the process, so the code under test runs in a child process, which is the test
// binary itself:
//
//	func TestLossAtSubmission(t *testing.T) {
//		fault := faultdriver.Fault{Function: "vkQueueSubmit", Call: 3, Result: faultdriver.DeviceLost}
//		outcome := faultdriver.Run(t, fault, "TestLossChild")
//		require.True(t, outcome.Fired)
//		require.Zero(t, outcome.Exit, outcome.Stderr)
//	}
//
//	func TestLossChild(t *testing.T) {
//		if !faultdriver.InChild() {
//			t.Skip("a child process of TestLossAtSubmission")
//		}
//		d, err := device.Open(device.Choice{Kind: device.AnySoftware})
//		...
//	}
//
// Two more faults, for tests of deadlines and of Close:
//
//	Fault{Function: "vkCreateComputePipelines", Hang: 3 * time.Second}              // a compilation takes 3 s
//	Fault{Function: faultdriver.Completion, Call: 2, Hang: time.Minute, Limit: 2 * time.Minute} // the GPU hangs
//
// The tests of this package have a table of functions and error codes (aborts_test.go). It lists the
// failures that give a typed error, and the failures that end the process with each version of
// wgpu-native.
package faultdriver
