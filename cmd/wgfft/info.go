package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"wgfft"
	"wgfft/device"
	"wgfft/plan"
)

type infoCommand struct {
	JSON bool `help:"${json}"`
}

// infoFacts is the output of info.
type infoFacts struct {
	Adapters []adapterFacts `json:"adapters"`
	CPU      cpuFacts       `json:"cpu_engine"`
	Chosen   *chosenFacts   `json:"chosen"`         // null if no device matches --device
	Hint     string         `json:"hint,omitempty"` // how to get a GPU, if none is chosen
}

type adapterFacts struct {
	device.Adapter
	Capacity int `json:"capacity"` // points of the longest transform in one workgroup
}

type cpuFacts struct {
	Processors int    `json:"processors"`
	Platform   string `json:"platform"`
}

type chosenFacts struct {
	Device string `json:"device"` // value of --device
	Index  int    `json:"index"`  // -1 for the CPU engine
	Name   string `json:"name"`
	Double string `json:"double"` // the format of double precision and the reason for it, or why there is none
}

func (i *infoCommand) Run(a *app) error {
	f, missing, err := gatherInfo(a)
	if err != nil {
		return err
	}
	if i.JSON {
		err = printJSON(a.stdout, f)
	} else {
		_, err = fmt.Fprint(a.stdout, f.text())
	}
	return errors.Join(err, missing)
}

// gatherInfo lists the adapters and opens the chosen device. missing is the error if no device matches --device.
func gatherInfo(a *app) (f infoFacts, missing, err error) {
	f = infoFacts{
		Adapters: []adapterFacts{},
		CPU:      cpuFacts{runtime.GOMAXPROCS(0), runtime.GOOS + "/" + runtime.GOARCH},
	}
	all, err := device.Adapters()
	if err != nil && !errors.Is(err, device.ErrNoAdapter) {
		return f, nil, err
	}
	for _, one := range all {
		f.Adapters = append(f.Adapters, adapterFacts{one, plan.Capacity(one.Limits)})
	}
	c, reason, err := a.openedOf(all)
	if err != nil {
		f.Hint = strings.TrimPrefix(message(err), "wgfft: ")
		return f, err, nil
	}
	defer c.Close()
	on := c.Adapter()
	f.Chosen = &chosenFacts{Device: a.device, Index: on.Index, Name: on.Name}
	if on.CPU {
		f.Chosen.Index, f.Chosen.Name, f.Hint = -1, "CPU engine", reason
	}
	f.Chosen.Double = doubleFormat(a.ctx, c)
	return f, nil, nil
}

// doubleFormat describes the format of double precision of an engine. A GPU with two formats measures them.
func doubleFormat(ctx context.Context, c *wgfft.Engine) string {
	f, err := c.Double().Format(ctx)
	if err != nil {
		return "none: " + strings.TrimPrefix(message(err), "wgfft: ")
	}
	return f.String()
}

// text returns the facts as plain text.
func (f infoFacts) text() string {
	var b strings.Builder
	for _, one := range f.Adapters {
		l := one.Limits
		fmt.Fprintf(&b, "%d: %s\n", one.Index, one.Name)
		row := func(what, format string, args ...any) {
			fmt.Fprintf(&b, "   %-18s %s\n", what, fmt.Sprintf(format, args...))
		}
		row("kind", "%v, %s, by %s", one.Kind, one.Backend, one.Vendor)
		if one.Driver != "" {
			row("driver", "%s", one.Driver)
		}
		row("workgroup", "%d invocations, %s of memory", l.Invocations, size(int64(l.WorkgroupBytes)))
		row("dispatch", "%d workgroups per dimension", l.Workgroups)
		row("largest binding", "%s, of a buffer of at most %s", size(l.BindingBytes), size(l.AllocationBytes))
		row("storage bindings", "%d, at multiples of %d bytes", l.StorageBindings, l.StorageAlign)
		row("timestamps", "%s", yes(one.Timestamps))
		if types := kernelTypes(one); len(types) > 0 {
			row("kernels may use", "%s", strings.Join(types, ", "))
		}
		row("one workgroup", "transforms of up to %d points", one.Capacity)
		b.WriteByte('\n')
	}
	if len(f.Adapters) == 0 {
		b.WriteString("no GPU adapter\n\n")
	}
	fmt.Fprintf(&b, "cpu: CPU engine\n   %-18s %s, %d processors\n   %-18s any\n\n",
		"platform", f.CPU.Platform, f.CPU.Processors, "lengths")
	switch {
	case f.Chosen == nil:
		b.WriteString("chosen: none\n")
	case f.Chosen.Index < 0:
		fmt.Fprintf(&b, "chosen: the CPU engine (--device %s)\n", f.Chosen.Device)
	default:
		fmt.Fprintf(&b, "chosen: %d, %s (--device %s)\n", f.Chosen.Index, f.Chosen.Name, f.Chosen.Device)
	}
	if f.Chosen != nil {
		fmt.Fprintf(&b, "double precision: %s\n", f.Chosen.Double)
	}
	if f.Hint != "" {
		fmt.Fprintf(&b, "%s\n", f.Hint)
	}
	return b.String()
}

// kernelTypes returns the names of the features that kernels may use.
func kernelTypes(a adapterFacts) []string {
	var names []string
	for _, f := range []struct {
		has  bool
		name string
	}{{a.F64, "f64"}, {a.F16, "f16"}, {a.Int64, "64-bit integers"}, {a.Subgroups, "subgroups"}} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// size formats a number of bytes with the largest unit that keeps it at least 1.
func size(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	v, u := float64(n), 0
	for v >= 1024 && u < len(units)-1 {
		v, u = v/1024, u+1
	}
	if v == float64(int64(v)) {
		return fmt.Sprintf("%d %s", int64(v), units[u])
	}
	return fmt.Sprintf("%.2f %s", v, units[u])
}

// A byteCount is a number of bytes on the command line.
type byteCount int64

// UnmarshalText parses a number with an optional unit: 1000, 512MiB or 1.5GiB.
func (b *byteCount) UnmarshalText(text []byte) error {
	number, unit := strings.TrimSpace(string(text)), 1.0
	for i, name := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if n, ok := strings.CutSuffix(number, name); ok {
			number, unit = strings.TrimSpace(n), math.Exp2(float64(10*(i+1)))
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v > 0 && v*unit < math.MaxInt64) {
		return fmt.Errorf("%q: use a number of bytes above 0, such as 512MiB or 4GiB", text)
	}
	*b = byteCount(v * unit)
	return nil
}
