package main

import (
	"fmt"
	"strings"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

type explainCommand struct {
	Spec      spec      `arg:"" name:"SPEC" help:"${spec}"`
	Limits    string    `placeholder:"NAME" help:"${limits}"`
	Inverse   bool      `help:"Plan the inverse transform."`
	Norm      norm      `default:"backward" placeholder:"backward" help:"${norm}"`
	Precision precision `default:"single" placeholder:"single" help:"${format}"`
	Quick     bool      `help:"${quick}"`
	Algorithm algorithm `default:"any" placeholder:"any" help:"${algorithm}"`
	WGSL      bool      `name:"wgsl" help:"${wgsl}"`
	JSON      bool      `name:"json" xor:"form" help:"${json}"`
	SVG       bool      `name:"svg" xor:"form" help:"Print a drawing of the plan, as SVG."`
	explainMore
}

// explainMore are the flags for more than the plan.
type explainMore struct {
	Host    bool      `help:"Also estimate the time for data in host memory, on the device and on the CPU engine."`
	Analyze bool      `help:"Also run the plan on the device and time each pass."`
	Memory  byteCount `placeholder:"2GiB" help:"Show the steps of a transform of a file with this memory instead."`
}

// An explanation describes a plan.
type explanation struct {
	Spec    string       `json:"spec"`
	Plan    string       `json:"plan"`
	For     string       `json:"for"` // the device
	Limits  wgsl.Limits  `json:"limits"`
	Numbers numberFacts  `json:"numbers"`
	Passes  []passFacts  `json:"passes"`
	Lines   []string     `json:"lines"` // plan trees, for one axis or several that share kernels
	Tables  []tableFacts `json:"tables"`
	Bytes   int64        `json:"bytes"`         // read and written in global memory
	Memory  int64        `json:"scratch_bytes"` // in addition to source and destination
	timing
	text []wgsl.Module // of the passes
}

// numberFacts are the number format of a plan and, in double precision, the reason for it.
type numberFacts struct {
	Format string `json:"format"`
	Reason string `json:"reason,omitempty"`
}

// passFacts describes a pass.
type passFacts struct {
	kernelFacts
	moveFacts
	dispatchFacts
	Line      int      `json:"line"`                // index into Lines
	Registers int      `json:"registers,omitempty"` // per thread, estimated
	Time      passTime `json:"time"`
	WGSL      string   `json:"wgsl,omitempty"`
}

// kernelFacts describe a kernel and its threads.
type kernelFacts struct {
	Kernel      string      `json:"kernel"`
	ShortName   string      `json:"short_name"`
	Axes        []axisFacts `json:"axes,omitempty"`    // the axes it transforms, for several axes
	Radices     string      `json:"radices,omitempty"` // 4.16.16, or 127(14.9).8 with a Rader stage of 127
	Invocations int         `json:"invocations"`
	Transforms  int         `json:"transforms,omitempty"` // per workgroup
	Threads     int         `json:"threads,omitempty"`    // per transform
	Points      int         `json:"points,omitempty"`     // per thread
	Exchange    string      `json:"exchange,omitempty"`
	Layout      string      `json:"layout,omitempty"`
}

// moveFacts describe how a kernel reads and writes elements.
type moveFacts struct {
	Load     string     `json:"load,omitempty"`
	Store    string     `json:"store,omitempty"`
	Rows     *realFacts `json:"rows,omitempty"`     // of a real transform
	Together bool       `json:"together,omitempty"` // combines points k and -k of preceding transforms
}

// dispatchFacts describe the dispatches of a pass.
type dispatchFacts struct {
	Barriers       int         `json:"barriers,omitempty"`
	WorkgroupBytes int         `json:"workgroup_bytes"`
	Workgroups     [2]int      `json:"workgroups"` // of the first dispatch
	Dispatches     int         `json:"dispatches"`
	Bytes          int64       `json:"bytes"`
	Bindings       []roleFacts `json:"bindings"`
}

// axisFacts describes an axis of a pass.
type axisFacts struct {
	Axis   int `json:"axis"`
	Points int `json:"points"`
	Stride int `json:"stride"`           // in elements
	Factor int `json:"factor,omitempty"` // of the points, if several passes share the axis
}

// roleFacts describes a binding.
type roleFacts struct {
	Name string `json:"name"` // in the kernel
	Role string `json:"role"` // in the schedule
}

// tableFacts describes a table of twiddles or indices.
type tableFacts struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

func (e *explainCommand) Run(a *app) error {
	if e.Memory > 0 {
		return e.explainLarge(a)
	}
	if len(a.devices()) > 1 {
		return e.fleet(a)
	}
	t, err := e.target(a)
	if err != nil {
		return err
	}
	defer t.close()
	problem := e.Spec.Problem
	problem.Inverse, problem.Norm, problem.Quick = e.Inverse, plan.Norm(e.Norm.Norm), e.Quick
	var numbers numberFacts
	if problem.Number, numbers, err = t.numbers(a.ctx, e.Precision); err != nil {
		return err
	}
	p, err := t.plan(problem, e.Algorithm.Algorithm)
	if err != nil {
		return err
	}
	x := explain(p, t.name)
	x.Numbers = numbers
	if err := x.estimate(p, t.speed); err != nil {
		return err
	}
	x.Quick = e.Quick
	if e.Algorithm.Algorithm == plan.Any {
		x.Known = t.wisdomEntry(problem)
	}
	if e.Analyze {
		if err := t.analyze(a.ctx, p, &x); err != nil {
			return specError(problem, err)
		}
	}
	if e.Host {
		if err := t.estimateHost(a.ctx, problem, e.Precision, &x); err != nil {
			return specError(problem, err)
		}
	}
	text := x.String()
	switch {
	case e.SVG:
		text = x.svg()
	case e.JSON:
		if e.WGSL {
			for i, m := range x.text {
				x.Passes[i].WGSL = m.Text
			}
		}
		return printJSON(a.stdout, x)
	case e.WGSL:
		text = x.wgsl()
	}
	_, err = fmt.Fprint(a.stdout, text)
	return err
}

// wgsl returns the text of the kernels. If there are several, a comment precedes each.
func (x explanation) wgsl() string {
	var b strings.Builder
	for i, m := range x.text {
		if i > 0 {
			b.WriteByte('\n')
		}
		if len(x.text) > 1 {
			fmt.Fprintf(&b, "// pass %d of %d\n", i+1, len(x.text))
		}
		b.WriteString(strings.TrimRight(m.Text, "\n") + "\n")
	}
	return b.String()
}

// explain collects the facts of a plan.
func explain(p plan.Plan, name string) explanation {
	s := p.Schedule()
	x := explanation{Spec: p.Problem.String(), Plan: p.String(), For: name, Limits: p.Limits, Tables: []tableFacts{}}
	for i, k := range p.Passes {
		m := k.Module()
		f := passFacts{
			kernelFacts: kernelFacts{
				Kernel: m.Name, ShortName: k.ShortName(), Invocations: m.Workgroup[0] * m.Workgroup[1] * m.Workgroup[2],
				Transforms: k.Threads.Transforms, Threads: k.ThreadsPerTransform(), Points: k.Threads.Elements,
			},
			moveFacts:     moveFacts{Load: path(k.Load.Path), Store: path(k.Store.Path)},
			dispatchFacts: dispatchFacts{Barriers: k.Work().Barriers, WorkgroupBytes: m.WorkgroupBytes},
			Line:          p.AxisOf(i), Registers: int(choose.EstimateRegisters(k)),
		}
		if len(p.Problem.Shape) > 1 {
			f.Axes = axesOfPass(p, i)
		}
		f.Rows = realFactsOf(p, i)
		if k.N() > 1 {
			f.Radices = k.Describe()
		} else {
			f.Together = p.Axes[p.AxisOf(i)].N > 1
		}
		if k.WorkgroupBytes() > 0 {
			f.Exchange, f.Layout = k.Exchange.String(), k.Exchange.Layout.String()
		}
		for _, pass := range s.Passes {
			if pass.Kernel != wgsl.Shader(k) {
				continue
			}
			if f.Dispatches == 0 {
				f.Workgroups = pass.Groups
				for i, b := range m.Bindings {
					f.Bindings = append(f.Bindings, roleFacts{b.Name, role(s, pass.Args[i])})
				}
			}
			f.Dispatches++
			f.Bytes += pass.Bytes
		}
		x.Passes = append(x.Passes, f)
		x.Bytes += f.Bytes
		x.text = append(x.text, m)
	}
	for line := range p.Axes {
		x.Lines = append(x.Lines, p.Tree(line))
	}
	for _, t := range s.Tables {
		x.Tables = append(x.Tables, tableFacts{t.Name(), int64(t.Len())})
	}
	x.Memory = s.ScratchBytes()
	return x
}

// role names the buffer of a binding.
func role(s plan.Schedule, a plan.Arg) string {
	switch a.Role {
	case plan.Table:
		return s.Tables[a.Index].Name()
	case plan.Scratch:
		return fmt.Sprintf("%v %d", a.Role, a.Index)
	}
	return a.Role.String()
}

func path(p wgsl.Path) string {
	if p == wgsl.Staged {
		return "staged"
	}
	return "direct"
}

// String returns the explanation as plain text.
func (x explanation) String() string {
	var b strings.Builder
	l := x.Limits
	fmt.Fprintf(&b, "%s\n%s\nfor %s: %d invocations and %s of memory per workgroup, bindings of %s\n",
		x.Spec, x.Plan, x.For, l.Invocations, size(int64(l.WorkgroupBytes)), size(l.BindingBytes))
	if x.Numbers.Reason != "" {
		fmt.Fprintf(&b, "numbers: %s, because %s\n", x.Numbers.Format, x.Numbers.Reason)
	}
	for i, p := range x.Passes {
		fmt.Fprintf(&b, "\npass %d of %d: %s\n", i+1, len(x.Passes), p.ShortName)
		p.writeTo(&b)
	}
	tables := int64(0)
	for _, t := range x.Tables {
		tables += t.Bytes
	}
	fmt.Fprintf(&b, "\ntotal: %s, moves %s; tables %s, scratch %s\n",
		count(len(x.Passes), "pass"), exact(x.Bytes), size(tables), size(x.Memory))
	x.timing.writeTo(&b)
	return b.String()
}

// writeTo writes the rows of a pass.
func (p passFacts) writeTo(b *strings.Builder) {
	row := func(what, format string, args ...any) {
		fmt.Fprintf(b, "  %-17s %s\n", what, fmt.Sprintf(format, args...))
	}
	if len(p.Axes) > 0 {
		var along []string
		for _, a := range p.Axes {
			along = append(along, a.String())
		}
		row("along", "%s", strings.Join(along, "; "))
	}
	p.writeWork(row)
	if p.Exchange != "" {
		row("exchange", "%s, layout %s, %s", p.Exchange, p.Layout, count(p.Barriers, "barrier"))
	}
	row("workgroup memory", "%d bytes", p.WorkgroupBytes)
	if p.Dispatches > 1 {
		row("workgroups", "%d x %d, and %s more", p.Workgroups[0], p.Workgroups[1],
			count(p.Dispatches-1, "dispatch"))
	} else {
		row("workgroups", "%d x %d", p.Workgroups[0], p.Workgroups[1])
	}
	row("moves", "%s", exact(p.Bytes))
	row("time", "%s", p.Time)
	var bound []string
	for _, r := range p.Bindings {
		bound = append(bound, r.Name+" = "+r.Role)
	}
	row("bindings", "%s", strings.Join(bound, ", "))
	row("kernel", "%s", p.Kernel)
}

// writeWork writes what a pass computes, with which threads, and what it moves, by a function that writes a row.
func (p passFacts) writeWork(row func(what, format string, args ...any)) {
	switch {
	case p.Radices != "":
		row("radices", "%s", p.Radices)
	case p.Together:
		row("radices", "none, combines points k and -k")
	case p.Rows != nil:
		row("radices", "none")
	case p.Transforms > 0:
		row("radices", "none, a copy")
	}
	if p.Transforms > 0 {
		row("threads", "%d per workgroup: %s of %s with up to %s each, about %s", p.Invocations,
			count(p.Transforms, "transform"), count(p.Threads, "thread"), count(p.Points, "point"),
			count(p.Registers, "register"))
		row("global memory", "load %s, store %s", p.Load, p.Store)
	} else {
		row("threads", "%d per workgroup", p.Invocations)
	}
	if p.Rows != nil {
		row("rows", "%s", p.Rows.Row)
		if p.Rows.Load != "" {
			row("load", "%s", p.Rows.Load)
		}
		if p.Rows.Store != "" {
			row("store", "%s", p.Rows.Store)
		}
	}
}

// String describes the axis in words.
func (a axisFacts) String() string {
	points := count(a.Points, "point")
	if a.Factor > 0 {
		points = fmt.Sprintf("a factor %d of %s", a.Factor, points)
	}
	return fmt.Sprintf("axis %d: %s, stride %d", a.Axis, points, a.Stride)
}

// count returns a number with its noun.
func count(n int, noun string) string {
	switch {
	case n == 1:
	case noun == "axis":
		noun = "axes"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "ch"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// exact formats a number of bytes exactly, followed by a rounded form.
func exact(n int64) string {
	if n < 1024 {
		return size(n)
	}
	return fmt.Sprintf("%d bytes (%s)", n, size(n))
}
