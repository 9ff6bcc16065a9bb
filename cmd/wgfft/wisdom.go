package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"wgfft"
	"wgfft/internal/choose"
	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

type wisdomCommand struct {
	Show   wisdomShow   `cmd:"" help:"List the tuned transforms, and kernels that failed."`
	Export wisdomExport `cmd:"" help:"Write the tuning data of the device to a file."`
	Import wisdomImport `cmd:"" help:"Add tuning data that export wrote on a machine with the same device."`
}

// Help is the long help.
func (wisdomCommand) Help() string {
	return "Tuning data of --device: the data shipped with wgfft, and the results of tune in the user's " +
		"cache directory or the directory of --wisdom. Times hold for one kind of device with one driver. " +
		"Data of another device is refused."
}

type wisdomShow struct {
	CSV  bool `name:"csv" xor:"form" help:"${csv}"`
	JSON bool `name:"json" xor:"form" help:"${json}"`
}

func (s *wisdomShow) Run(a *app) error {
	c, err := a.openGPU()
	if err != nil {
		return err
	}
	defer c.Close()
	w, err := wisdomOf(c)
	if err != nil {
		return err
	}
	specs, width := make([]string, len(w.Entries)), len("spec")
	for i, choice := range w.Entries {
		specs[i] = wisdomSpec(choice)
		width = max(width, len(specs[i]))
	}
	t, err := newTable(a.stdout, formOf(s.CSV, s.JSON), column{"spec", -width, "%s"}, column{"ms", 10, "%.4f"},
		column{"untuned_ms", 10, "%.4f"}, column{"rel_l2", 9, "%.2e"}, column{"kernels", -1, "%s"})
	if err != nil {
		return err
	}
	for i, choice := range w.Entries {
		kernels := strings.Join(choice.Kernels, " ")
		if err := t.row(specs[i], choice.Ms, choice.UntunedMs, choice.Error, kernels); err != nil {
			return err
		}
	}
	if err := t.close(); err != nil {
		return err
	}
	for _, f := range w.Rejected {
		a.note("rejected kernels: %s: %s", strings.Join(f.Kernels, " "), f.Evidence)
	}
	saved := ""
	if path := c.Wisdom().Path; path != "" {
		saved = "; tune saves results in " + path
	}
	a.note("%s for %s%s", count(len(w.Entries), "tuned transform"), w.Device.Name, saved)
	return nil
}

type wisdomExport struct {
	Out string `short:"o" placeholder:"FILE" help:"File to write; omit, or use -, for standard output."`
}

func (e *wisdomExport) Run(a *app) error {
	c, err := a.openGPU()
	if err != nil {
		return err
	}
	defer c.Close()
	text, err := c.ExportWisdom()
	if err != nil {
		return err
	}
	return write(a, e.Out, ".wisdom", func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

type wisdomImport struct {
	Files []string `arg:"" name:"FILE" help:"Files that export wrote; - for standard input."`
}

func (i *wisdomImport) Run(a *app) error {
	c, err := a.openGPU()
	if err != nil {
		return err
	}
	defer c.Close()
	if c.Wisdom().Path == "" {
		return usageErrorf("--wisdom %s has no place for imported data: omit it or name a directory", a.wisdom)
	}
	for _, name := range i.Files {
		text, err := read(a, name, func(r io.Reader) ([]byte, error) {
			return io.ReadAll(io.LimitReader(r, wisdom.MaxBytes+1))
		})
		if err != nil {
			return err
		}
		if err := c.ImportWisdom(text); err != nil {
			return fmt.Errorf("%s: %w", displayName(name), err)
		}
	}
	a.note("%s, saved in %s", count(c.Wisdom().Choices, "tuned transform"), c.Wisdom().Path)
	return nil
}

// openGPU opens --device for a command about tuning. It returns an error for the CPU engine.
func (a *app) openGPU() (*wgfft.Engine, error) {
	c, err := a.open(wgfft.HostDevice)
	if err == nil && c.Adapter().CPU {
		c.Close()
		return nil, errors.New("tuning data needs a GPU, and this is the CPU engine: choose another --device")
	}
	return c, err
}

// noteMissingWisdom notes that the directory of --wisdom does not exist, unless the command creates it.
func (a *app) noteMissingWisdom(command string) {
	if source, err := wgfft.ParseWisdomSource(a.wisdom); err != nil || source.Kind != wgfft.WisdomDir {
		return
	}
	if strings.HasPrefix(command, "tune") || strings.HasPrefix(command, "wisdom import") {
		return
	}
	if _, err := os.Stat(a.wisdom); err != nil {
		a.note("--wisdom %s: no such directory, no wisdom read", a.wisdom)
	}
}

// noteWisdom notes faults of the tuning data of --wisdom.
func (a *app) noteWisdom(s wgfft.WisdomState) {
	if s.SetAside != "" {
		a.note("wisdom: %s", s.SetAside)
	}
	if s.Err != nil {
		a.note("%s; tuning data ignored", strings.TrimPrefix(message(s.Err), "wgfft: "))
	}
}

// wisdomOf returns the wisdom of an engine.
func wisdomOf(c *wgfft.Engine) (wisdom.Wisdom, error) {
	text, err := c.ExportWisdom()
	if err != nil {
		return wisdom.Wisdom{}, err
	}
	return wisdom.Parse(text)
}

// shippedWisdomFor returns the wisdom shipped for a device known by name. It is empty if there is none or
// --wisdom is off.
func shippedWisdomFor(limits, asked string) (wisdom.Wisdom, error) {
	source, err := wgfft.ParseWisdomSource(asked)
	switch {
	case err != nil:
		return wisdom.Wisdom{}, err
	case source.Kind == wgfft.WisdomNone:
		return wisdom.Wisdom{}, nil
	case source.Kind == wgfft.WisdomDir:
		return wisdom.Wisdom{}, usageErrorf(
			"--limits uses shipped tuning data or none: omit --wisdom %s or --limits", asked)
	}
	adapter, ok := map[string]string{"h200": "NVIDIA H200", "lavapipe": "llvmpipe "}[limits]
	if !ok {
		return wisdom.Wisdom{}, nil
	}
	all, err := wisdom.AllShipped()
	if err != nil {
		return wisdom.Wisdom{}, err
	}
	for _, w := range all {
		if strings.HasPrefix(w.Device.Name, adapter) {
			return w, nil
		}
	}
	return wisdom.Wisdom{}, nil
}

// planFor plans a problem as the engine does, or with the given algorithm.
func planFor(c *wgfft.Engine, p plan.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	w, err := wisdomOf(c)
	if err != nil {
		return plan.Plan{}, err
	}
	return planWith(w, p, l, by)
}

// planWith plans a problem with the given wisdom, or with the given algorithm.
func planWith(w wisdom.Wisdom, p plan.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	if by != plan.Any {
		return choose.MakeBy(p, l, by)
	}
	return plan.Make(p, l, wisdom.Chooser{Wisdom: w})
}
