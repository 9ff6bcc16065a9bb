package main

import (
	"errors"
	"fmt"
	"strings"

	"wgfft"
	"wgfft/device"
)

// open opens the device of --device. host selects where slices are transformed, as in [wgfft.Config].
func (a *app) open(host wgfft.HostPolicy) (*wgfft.Engine, error) {
	config, err := a.config(host)
	if err != nil {
		return nil, err
	}
	return a.openConfig(config)
}

// openFor opens the engine for some work, as in [wgfft.Config].
func (a *app) openFor(work float64) (*wgfft.Engine, error) {
	config, err := a.config(wgfft.HostDefault)
	if err != nil {
		return nil, err
	}
	config.Work = work
	return a.openConfig(config)
}

// openConfig opens an engine, and notes its device and its wisdom.
func (a *app) openConfig(config wgfft.Config) (*wgfft.Engine, error) {
	c, err := a.opened(config)
	if err != nil {
		return nil, err
	}
	a.detail("computing on %s", adapterName(c.Adapter()))
	a.noteWisdom(c.Wisdom())
	return c, nil
}

// config returns the configuration of --device, --threads and --wisdom.
func (a *app) config(host wgfft.HostPolicy) (wgfft.Config, error) {
	config, err := a.plainConfig()
	if err != nil {
		return config, err
	}
	config.Host = host
	config.Wisdom, err = wgfft.ParseWisdomSource(a.wisdom)
	return config, err
}

// plainConfig returns the configuration of --device and --threads.
func (a *app) plainConfig() (wgfft.Config, error) {
	device, err := wgfft.ParseChoice(a.device)
	return wgfft.Config{Device: device, Threads: a.threads}, err
}

// openedDevice opens the engine of --device for some work, for a command that does not use wisdom.
func (a *app) openedDevice(work float64) (*wgfft.Engine, error) {
	config, err := a.plainConfig()
	if err != nil {
		return nil, err
	}
	config.Work = work
	return a.opened(config)
}

// openedOf opens the engine of --device on a computer with the given adapters. If it is the CPU engine because none
// of them suits, openedOf returns the reason. It does not list them again then, which takes time.
func (a *app) openedOf(all []device.Adapter) (c *wgfft.Engine, reason string, err error) {
	config, err := a.plainConfig()
	if err != nil {
		return nil, "", err
	}
	if config.Device.Kind == wgfft.Auto {
		if _, err := device.Pick(all, device.Choice{}); errors.Is(err, device.ErrNoAdapter) {
			config.Device, reason = wgfft.Choice{Kind: wgfft.CPU}, withoutPackage(err.Error())
		}
	}
	c, err = a.opened(config)
	if err == nil && c.Adapter().Reason != "" {
		reason = cpuReason(c.Adapter())
	}
	return c, reason, err
}

// opened opens an engine. It returns early if the command's context ends while a driver blocks.
func (a *app) opened(config wgfft.Config) (*wgfft.Engine, error) {
	type answer struct {
		c   *wgfft.Engine
		err error
	}
	done := make(chan answer, 1)
	go func() {
		c, err := a.opener(config)
		done <- answer{c, err}
	}()
	select {
	case got := <-done:
		return got.c, withDevices(got.err)
	case <-a.ctx.Done():
		go func() {
			if got := <-done; got.err == nil {
				got.c.Close()
			}
		}()
		return nil, a.ctx.Err()
	}
}

// adapterName describes an adapter in one line. For the CPU engine it includes why there is no GPU.
func adapterName(a wgfft.Adapter) string {
	if a.CPU && a.Reason != "" {
		return shortName(a) + ": " + cpuReason(a)
	}
	return shortName(a)
}

// shortName describes an adapter in a few words.
func shortName(a wgfft.Adapter) string {
	if a.CPU {
		return "the CPU engine"
	}
	return a.String()
}

// cpuReason returns the reason for the choice of the CPU engine, without package names.
func cpuReason(a wgfft.Adapter) string {
	return withoutPackage(strings.TrimPrefix(a.Reason, "no hardware adapter: "))
}

// withoutPackage removes the name of package device from an error.
func withoutPackage(text string) string { return strings.TrimPrefix(text, "device: ") }

// withDevices adds the names that --device accepts to the error for an unknown adapter.
func withDevices(err error) error {
	if !errors.Is(err, device.ErrNoAdapter) || !strings.Contains(err.Error(), "no adapter named") {
		return err
	}
	return fmt.Errorf("%w; or use auto, cpu, gpu or software", err)
}
