package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"wgfft"
	"wgfft/internal/wisdomfile"
	"wgfft/plan"
	"wgfft/wgsl"
)

type wisdomCommand struct {
	Show   wisdomShow   `cmd:"" help:"List the transforms for which the fastest kernels are known, and kernels that failed."`
	Export wisdomExport `cmd:"" help:"Write all that is known of the device to a file."`
	Import wisdomImport `cmd:"" help:"Add what export wrote on such a device."`
}

// Help is the long help.
func (wisdomCommand) Help() string {
	return "What is known of --device: what comes with wgfft, and what tune kept in the user's cache directory or where --wisdom says. " +
		"Times hold for one kind of device with one driver; wisdom of another is refused."
}

type wisdomShow struct {
	CSV bool `name:"csv" help:"Print comma-separated values."`
}

func (s *wisdomShow) Run(a *app) error {
	c, err := a.openTuned("wisdom show")
	if err != nil {
		return err
	}
	defer c.Close()
	w, err := known(c)
	if err != nil {
		return err
	}
	key := len("key")
	for _, c := range w.Entries {
		key = max(key, len(c.Key))
	}
	t, err := newTable(a.stdout, s.CSV, column{"key", -key, "%s"}, column{"batch", 8, "%d"}, column{"ms", 10, "%.4f"}, column{"untuned_ms", 10, "%.4f"},
		column{"rel_l2", 9, "%.2e"}, column{"kernels", -1, "%s"})
	if err != nil {
		return err
	}
	for _, c := range w.Entries {
		if err := t.row(c.Key, c.Batch, c.Ms, c.UntunedMs, c.Error, strings.Join(c.Kernels, " ")); err != nil {
			return err
		}
	}
	for _, f := range w.Rejected {
		a.note("quarantine: %v: %s", f.Kernels, f.Evidence)
	}
	kept := ""
	if path := c.Wisdom().Path; path != "" {
		kept = "; tune keeps what it finds in " + path
	}
	a.note("%s for %s%s", count(len(w.Entries), "choice"), w.Device.Name, kept)
	return nil
}

type wisdomExport struct {
	Out string `short:"o" placeholder:"FILE" help:"Where to write; standard output without."`
}

func (e *wisdomExport) Run(a *app) error {
	c, err := a.openTuned("wisdom export")
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
	Files []string `arg:"" name:"FILE" help:"What export wrote; - for standard input."`
}

func (i *wisdomImport) Run(a *app) error {
	c, err := a.openTuned("wisdom import")
	if err != nil {
		return err
	}
	defer c.Close()
	if c.Wisdom().Path == "" {
		return misuse("wisdom import: --wisdom %s names no place to keep it: leave it out, or name a directory", a.wisdom)
	}
	for _, name := range i.Files {
		text, err := read(a, name, func(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, plan.MostWisdomBytes+1)) })
		if err != nil {
			return fmt.Errorf("wisdom import: %w", err)
		}
		if err := c.ImportWisdom(text); err != nil {
			return fmt.Errorf("wisdom import: %s: %s", title(name), strings.TrimPrefix(err.Error(), "wgfft: "))
		}
	}
	a.note("%s now, kept in %s", count(c.Wisdom().Choices, "choice"), c.Wisdom().Path)
	return nil
}

// openTuned opens --device for a command that is about what can be tuned.
func (a *app) openTuned(command string) (*wgfft.Engine, error) {
	c, err := a.open(wgfft.HostDevice)
	if err == nil && c.Adapter().CPU {
		c.Close()
		return nil, errors.New(command + ": this is the CPU engine, which has nothing to tune: choose another --device")
	}
	return c, err
}

// tellMissingWisdom tells of a folder that --wisdom names and that is not there, unless the command makes it.
func (a *app) tellMissingWisdom(command string) {
	if source, err := wgfft.ParseWisdomSource(a.wisdom); err != nil || source.Kind != wgfft.WisdomDir {
		return
	}
	if strings.HasPrefix(command, "tune") || strings.HasPrefix(command, "wisdom import") {
		return
	}
	if _, err := os.Stat(a.wisdom); err != nil {
		a.note("--wisdom %s: there is no such folder: going on without it", a.wisdom)
	}
}

// tellWisdom says what is wrong with the wisdom that --wisdom names.
func (a *app) tellWisdom(s wgfft.WisdomState) {
	if s.SetAside != "" {
		a.note("wisdom: %s", s.SetAside)
	}
	if s.Err != nil {
		a.note("%s: going on without it", message(s.Err)[len("wgfft: "):])
	}
}

// known is what a context knows from measurements.
func known(c *wgfft.Engine) (plan.Wisdom, error) {
	text, err := c.ExportWisdom()
	if err != nil {
		return plan.Wisdom{}, err
	}
	return plan.ParseWisdom(text)
}

// shippedFor is the wisdom that comes with the module for a device known by name, as far as there is any and --wisdom wants it.
func shippedFor(limits, asked string) (plan.Wisdom, error) {
	source, err := wgfft.ParseWisdomSource(asked)
	switch {
	case err != nil:
		return plan.Wisdom{}, err
	case source.Kind == wgfft.WisdomNone:
		return plan.Wisdom{}, nil
	case source.Kind == wgfft.WisdomDir:
		return plan.Wisdom{}, misuse("explain: --limits plans with the wisdom that comes with wgfft, or with none: leave out --wisdom %s, or --limits", asked)
	}
	adapter, ok := map[string]string{"h200": "NVIDIA H200", "lavapipe": "llvmpipe "}[limits]
	if !ok {
		return plan.Wisdom{}, nil
	}
	all, err := wisdomfile.AllShipped()
	if err != nil {
		return plan.Wisdom{}, err
	}
	for _, w := range all {
		if strings.HasPrefix(w.Device.Name, adapter) {
			return w, nil
		}
	}
	return plan.Wisdom{}, nil
}

// planFor plans a problem as a context would, or by an algorithm.
func planFor(c *wgfft.Engine, p plan.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	w, err := known(c)
	if err != nil {
		return plan.Plan{}, err
	}
	return planWith(w, p, l, by)
}

// planWith plans a problem with what is known of a device, or by an algorithm.
func planWith(w plan.Wisdom, p plan.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	if by != plan.Any {
		return plan.MakeBy(p, l, by)
	}
	return plan.MakeChosen(p, l, w.Choose)
}
