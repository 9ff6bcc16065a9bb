package main

import (
	"fmt"

	"wgfft"
	"wgfft/wgsl"
)

type probeCommand struct {
	JSON bool `help:"${json}"`
}

// Help is the long help.
func (probeCommand) Help() string {
	return "Measures the speed of a copy, the time of a dispatch and the registers of a thread, and saves them as " +
		"wisdom, in the user's cache directory or the directory of --wisdom. Later commands plan with them " +
		"if the device belongs to no family that wgfft knows. wgfft info --json shows the family. " +
		"Run it on an otherwise idle device."
}

func (p *probeCommand) Run(a *app) error {
	c, err := a.openGPU()
	if err != nil {
		return err
	}
	defer c.Close()
	s, err := c.Probe(a.ctx)
	if err != nil {
		return err
	}
	if p.JSON {
		err = printJSON(a.stdout, struct {
			Family    string  `json:"family"`
			Copy      float64 `json:"copy_bytes_per_s"`
			Dispatch  float64 `json:"dispatch_s"`
			Registers int     `json:"thread_registers"`
		}{s.Family, s.Copy, s.Dispatch.Seconds(), s.Registers})
	} else {
		_, err = fmt.Fprintf(a.stdout, "family %s, copy %.1f GB/s, dispatch %.1f us, at least %d registers\n",
			s.Family, s.Copy/1e9, s.Dispatch.Seconds()*1e6, s.Registers)
	}
	if err != nil {
		return err
	}
	a.note("%s", p.saved(a, c, s))
	return nil
}

// saved returns a text about the place of the result, and its use by plans.
func (*probeCommand) saved(a *app, c *wgfft.Engine, s wgfft.DeviceSpeed) string {
	where := "saved in " + c.Wisdom().Path
	if c.Wisdom().Path == "" {
		where = fmt.Sprintf("not saved because --wisdom is %s", a.wisdom)
	}
	if s.Family != wgsl.Unknown {
		return "the result is " + where + "; plans use the numbers of the family"
	}
	return "the result is " + where
}
