package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/large"
	"wgfft/plan"
)

// largeFlags are the flags of transforms of files that are larger than memory.
type largeFlags struct {
	Memory  byteCount `placeholder:"2GiB" help:"${memory}"`
	Scratch string    `placeholder:"DIR" help:"${scratch}"`
}

// check refuses --scratch without --memory.
func (l largeFlags) check() error {
	if l.Memory == 0 && l.Scratch != "" {
		return usageErrorf("--scratch is for files that are larger than memory: give --memory, too")
	}
	return nil
}

// engineShare is the part of the memory that the engine of a large transform may take.
const (
	engineShare = 8
	leastEngine = 16 << 20
	mostEngine  = 512 << 20
)

// engineLimit returns the MemoryLimit of the engine of a large transform with the given memory.
func engineLimit(memory byteCount) int64 {
	return min(max(int64(memory)/engineShare, leastEngine), mostEngine)
}

// openLarge opens the engine of --device for a large transform.
func (a *app) openLarge(memory byteCount) (*wgfft.Engine, error) {
	config, err := a.config(wgfft.HostDefault)
	if err != nil {
		return nil, err
	}
	config.MemoryLimit = engineLimit(memory)
	return a.openConfig(config)
}

// transformLarge transforms a .npy file with the memory of l. f has the names, the kind, the axes and the norm.
func (a *app) transformLarge(f large.File, l largeFlags, p precision, lengths lengthList) error {
	switch {
	case f.In == "-" || f.Out == "" || f.Out == "-":
		return usageErrorf("--memory is for files: name IN.npy and -o OUT.npy")
	case f.Kind != wgfft.C2R && lengths != nil || len(lengths) > 1:
		return usageErrorf("--memory transforms whole axes: omit -n")
	}
	if err := checkKind(f.Out, ".npy"); err != nil {
		return err
	}
	target, _, device, err := destination(f.Out)
	if err != nil {
		return err
	}
	if device {
		return usageErrorf("--memory is for files: %s is a device or a pipe", f.Out)
	}
	header, err := read(a, f.In, func(r io.Reader) (npy.Header, error) { return npy.ReadHeader(r) })
	if err != nil {
		return err
	}
	if p.isGiven && p.isSingle() == header.IsDouble() {
		return usageErrorf("--memory computes in the precision of the file, %s: omit --precision", header.DType)
	}
	f.Out, f.Scratch = target, l.Scratch
	f.Memory = int64(l.Memory)
	if len(lengths) == 1 {
		f.Length = lengths[0]
	}
	eng, err := a.openLarge(l.Memory)
	if err != nil {
		return err
	}
	defer eng.Close()
	bar := a.follow("transforming")
	defer bar.end()
	f.Progress = func(p large.Progress) { bar.step(int(p.Done>>20), int(p.Total>>20)) }
	a.grace.raise(largeGrace)
	if header.IsDouble() {
		var double *wgfft.Transforms[complex128, float64]
		if double, err = p.double(eng); err == nil {
			err = large.TransformFile(a.ctx, double, f)
		}
	} else {
		err = large.TransformFile(a.ctx, eng.Transforms, f)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		if _, stat := os.Stat(f.Out + ".journal"); stat == nil {
			return &fixedMessage{"interrupted: no result was written, and the same command goes on", err}
		}
	}
	return err
}

// largeGrace is the time for the slabs that are under way to reach the disk.
const largeGrace = 30 * time.Second

// explainLarge prints the steps of a transform of a file that is larger than memory.
func (e *explainCommand) explainLarge(a *app) error {
	problem := facade(e.Spec.Problem)
	switch {
	case e.Limits != "" || e.WGSL || e.JSON || e.SVG || e.Host || e.Analyze || e.Algorithm.Algorithm != plan.Any:
		return usageErrorf("--memory shows the steps of a transform of a file: " +
			"use --inverse, --norm and --precision alone")
	}
	problem.Norm = e.Norm.Norm
	eng, err := a.openLarge(e.Memory)
	if err != nil {
		return err
	}
	defer eng.Close()
	c := large.Config{Memory: int64(e.Memory), Inverse: e.Inverse}
	text, err := large.Explain(a.ctx, eng, problem, c, !e.Precision.isSingle())
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(a.stdout, text)
	return err
}
