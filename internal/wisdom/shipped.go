package wisdom

import (
	"embed"
	"fmt"
	"io/fs"
)

// shipped holds the wisdom that comes with the module: one file for each device.
//
//go:embed shipped
var shipped embed.FS

// Shipped returns the wisdom about a device that comes with the module. It returns an error that wraps fs.ErrNotExist
// if there is none.
func Shipped(device Device) (Wisdom, error) {
	return readShipped("shipped/" + Name(device))
}

// AllShipped returns the wisdom about all devices that comes with the module.
func AllShipped() ([]Wisdom, error) {
	names, err := fs.Glob(shipped, "shipped/*"+Extension)
	if err != nil {
		return nil, err
	}
	var all []Wisdom
	for _, name := range names {
		w, err := readShipped(name)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// readShipped reads a file of shipped.
func readShipped(name string) (Wisdom, error) {
	text, err := shipped.ReadFile(name)
	if err != nil {
		return Wisdom{}, fmt.Errorf("wgfft: the wisdom that comes with the module: %w", err)
	}
	w, err := Parse(text)
	if err != nil {
		return Wisdom{}, fmt.Errorf("wgfft: the wisdom that comes with the module: %s: %w", name, err)
	}
	return w, nil
}
