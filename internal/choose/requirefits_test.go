package choose

import (
	"testing"

	"wgfft/wgsl"
)

// requireFits checks that a kernel has n points and fits the device.
func requireFits(t *testing.T, n int, l wgsl.Limits, k wgsl.Kernel) {
	t.Helper()
	product := max(1, k.Stages.Rader.Prime)
	for _, r := range k.Stages.Radices.List() {
		product *= r
	}
	if product != n || k.N() != n {
		t.Fatalf("%v is no chain of %d points", k.Stages.Radices, n)
	}
	if err := k.Check(l); err != nil {
		t.Fatal(err)
	}
	if k.ThreadsPerTransform() > l.Invocations || k.WorkgroupBytes() > l.WorkgroupBytes {
		t.Fatalf("%s does not fit %v", k.Name(), l)
	}
}
