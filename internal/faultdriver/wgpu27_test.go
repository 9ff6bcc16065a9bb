//go:build cgo && linux && amd64 && wgpu27

package faultdriver_test

// knownAborts lists all aborts of wgpu-native 27: it has none on this driver.
var knownAborts []abort

// differs returns a row of the table as this version of wgpu-native needs it, or false if it never
// calls the function.
func differs(r row) (row, bool) {
	switch r.function {
	case "vkFlushMappedMemoryRanges": // the memory is coherent
		return r, false
	case "vkFreeDescriptorSets": // wgpu panics at the first call
		r.silent, r.calls = false, []int{1}
	}
	return r, true
}
