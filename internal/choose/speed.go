package choose

import "wgfft/wgsl"

// Speed is the result of a short probe of the device. The zero value stands for a device without a
// probe.
type Speed struct {
	Copy     float64 `json:"copy_bytes_per_s"` // bytes read and written per second by a large copy
	Dispatch float64 `json:"dispatch_s"`       // seconds of a pass that does almost nothing
	// Registers of a thread, as EstimateRegisters counts them, with which a pass is as fast as a
	// pass with few registers. It is 0 without a measurement.
	Registers int `json:"thread_registers,omitempty"`
}

// Family returns the family of a device. The results of the probe replace guesses, which only
// UnknownFamily has.
func (s Speed) Family(f wgsl.Family) wgsl.Family {
	if f.Name != wgsl.Unknown {
		return f
	}
	if s.Copy > 0 {
		f.Bandwidth = s.Copy
	}
	if s.Dispatch > 0 {
		f.Launch = s.Dispatch
	}
	f.ThreadRegisters = max(f.ThreadRegisters, s.Registers)
	return f
}
