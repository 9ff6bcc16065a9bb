package main

import (
	"strings"

	"wgfft"
)

// open opens what --device asks for. host is where slices are transformed, as in Config.
func (a *app) open(host string) (*wgfft.Context, error) {
	c, err := wgfft.Open(wgfft.Config{Device: a.device, Wisdom: a.wisdom, Host: host})
	if err != nil {
		return nil, err
	}
	a.detail("computing on %s", name(c.Adapter()))
	a.tellWisdom(c.Wisdom())
	return c, nil
}

// name is the adapter in one line.
func name(a wgfft.Adapter) string {
	if a.CPU && a.Reason != "" {
		return "the CPU engine: " + reason(a)
	}
	if a.CPU {
		return "the CPU engine"
	}
	return a.String()
}

// reason says why there is only the CPU engine, without the names of the packages that say so.
func reason(a wgfft.Adapter) string {
	text := strings.TrimPrefix(a.Reason, "no hardware adapter: ")
	return strings.TrimPrefix(text, "device: ")
}
