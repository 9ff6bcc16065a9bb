package device

import (
	"errors"
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// The errors of this package that a caller may want to tell apart, with errors.Is.
var (
	// ErrNoAdapter says that no adapter answers what was asked for.
	ErrNoAdapter = errors.New("device: no adapter found: install a Vulkan loader and driver (Debian: libvulkan1 " +
		"and your vendor's driver, or mesa-vulkan-drivers for a software one); on a headless server set " +
		"VK_DRIVER_FILES to the driver's ICD file, such as /usr/share/vulkan/icd.d/nvidia_icd.json")
	// ErrOutOfMemory says that the driver refused memory.
	ErrOutOfMemory = errors.New("device: out of memory: close buffers that are no longer used, or work in smaller parts")
	// ErrDeviceLost says that the driver gave the device up. Nothing on it can be used any more.
	ErrDeviceLost = errors.New("device: lost: the driver reset or removed it; open it again, with less work in one submission")
	// ErrClosed says that the object, or its device, was closed before the call.
	ErrClosed = errors.New("device: closed: open a new one")
	// ErrNoTimestamps says that the device cannot measure time on the GPU.
	ErrNoTimestamps = errors.New("device: timestamps: this device has none: measure on the host")
)

// A LimitError says that something asks for more than the device can give.
type LimitError = wgsl.LimitError

// limit returns a LimitError of this package.
func limit(what string, need, have int64, hint string) error {
	return &LimitError{What: "device: " + what, Need: need, Have: have, Hint: hint}
}

// A kindError has its own text and counts as one of the errors above.
type kindError struct {
	text string
	kind error
}

func (e *kindError) Error() string { return e.text }
func (e *kindError) Unwrap() error { return e.kind }

// closed returns an ErrClosed that names what was closed.
func closed(what string) error {
	return &kindError{fmt.Sprintf("device: %s: closed: make a new one", what), ErrClosed}
}

// invalid returns an error about a call that cannot be right: what, and the way out.
func invalid(format string, args ...any) error {
	return fmt.Errorf("device: "+format, args...)
}

// within says where err, an error of this package, came up.
func within(what string, err error) error {
	return &kindError{"device: " + what + ": " + strings.TrimPrefix(err.Error(), "device: "), err}
}
