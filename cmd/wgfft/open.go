package main

import (
	"strings"

	"wgfft"
)

// open opens what --device asks for. host is where slices are transformed, as in Config.
func (a *app) open(host wgfft.HostPolicy) (*wgfft.Engine, error) {
	config, err := a.config(host)
	if err != nil {
		return nil, err
	}
	c, err := a.opened(config)
	if err != nil {
		return nil, err
	}
	a.detail("computing on %s", name(c.Adapter()))
	a.tellWisdom(c.Wisdom())
	return c, nil
}

// config returns what --device and --wisdom ask for.
func (a *app) config(host wgfft.HostPolicy) (wgfft.Config, error) {
	device, err := wgfft.ParseChoice(a.device)
	if err != nil {
		return wgfft.Config{}, err
	}
	wisdom, err := wgfft.ParseWisdomSource(a.wisdom)
	return wgfft.Config{Device: device, Wisdom: wisdom, Host: host}, err
}

// openedDevice opens what --device asks for, for a command that --wisdom is nothing to.
func (a *app) openedDevice() (*wgfft.Engine, error) {
	device, err := wgfft.ParseChoice(a.device)
	if err != nil {
		return nil, err
	}
	return a.opened(wgfft.Config{Device: device})
}

// opened is wgfft.Open, which a driver can keep, until the command's context ends.
func (a *app) opened(config wgfft.Config) (*wgfft.Engine, error) {
	type answer struct {
		c   *wgfft.Engine
		err error
	}
	done := make(chan answer, 1)
	go func() {
		c, err := wgfft.Open(config)
		done <- answer{c, err}
	}()
	select {
	case got := <-done:
		return got.c, got.err
	case <-a.ctx.Done():
		go func() {
			if got := <-done; got.err == nil {
				got.c.Close()
			}
		}()
		return nil, a.ctx.Err()
	}
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
