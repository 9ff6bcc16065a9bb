package choose

// Speed is the result of a short probe of the device. The zero value means that it was not probed.
type Speed struct {
	Copy     float64 `json:"copy_bytes_per_s"` // bytes read and written per second by a large copy
	Dispatch float64 `json:"dispatch_s"`       // seconds of a pass that does almost nothing
}
