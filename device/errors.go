package device

import (
	"errors"
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// Errors of this package, for errors.Is.
var (
	// ErrNoAdapter means that no adapter matches the choice.
	ErrNoAdapter = errors.New("device: no adapter found: install a Vulkan loader and driver (Debian: libvulkan1 " +
		"and your vendor's driver, or mesa-vulkan-drivers for a software one); on a headless server set " +
		"VK_DRIVER_FILES to the driver's ICD file, such as /usr/share/vulkan/icd.d/nvidia_icd.json")
	// ErrOutOfMemory means that the driver refused to allocate memory.
	ErrOutOfMemory = errors.New("device: out of memory: close buffers that are no longer used, " +
		"or work in smaller parts")
	// ErrDeviceLost means that the driver gave up the device. Its objects can't be used any more.
	ErrDeviceLost = errors.New("device: lost: the driver reset or removed it; open it again, " +
		"with less work in one submission")
	// ErrClosed means that the object or its device was closed before the call.
	ErrClosed = errors.New("device: closed: open a new one")
	// ErrNoTimestamps means that the device can't measure time on the GPU.
	ErrNoTimestamps = errors.New("device: timestamps: this device has none: measure on the host")
)

// A LimitError reports a request that exceeds a limit of the device.
type LimitError = wgsl.LimitError

// limit returns a LimitError of this package.
func limit(what string, need, have int64, hint string) error {
	return &LimitError{What: "device: " + what, Need: need, Have: have, Hint: hint}
}

// A kindError has a text of its own and wraps another error, such as the errors above.
type kindError struct {
	text string
	kind error
}

func (e *kindError) Error() string { return e.text }
func (e *kindError) Unwrap() error { return e.kind }

// closed returns an error that wraps ErrClosed and names the closed object.
func closed(what string) error {
	return &kindError{fmt.Sprintf("device: %s: closed: make a new one", what), ErrClosed}
}

// invalid returns an error about a wrong call, with the way out.
func invalid(format string, args ...any) error {
	return fmt.Errorf("device: "+format, args...)
}

// within adds the place of err, an error of this package.
func within(what string, err error) error {
	return &kindError{"device: " + what + ": " + strings.TrimPrefix(err.Error(), "device: "), err}
}
