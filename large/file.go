package large

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"wgfft"
	"wgfft/internal/memory"
	"wgfft/internal/npy"
)

// ErrSpace is returned if a disk has too little space, at the start or during a run. The run can go on later.
var ErrSpace = errors.New("large: too little space on the disk")

// ErrChanged is returned if the source changes during a run.
var ErrChanged = errors.New("large: the source changed")

// ErrJournal is returned for a journal that another run has left, or that is damaged.
var ErrJournal = errors.New("large: the journal is of another run")

// A File is a transform of a .npy file.
type File struct {
	In, Out string // names of .npy files; the result replaces Out when it is complete
	Scratch string // the folder of the temporary file; empty for the folder of Out

	Kind wgfft.Kind // C2C, R2C or C2R
	Axes []int      // as in wgfft.Problem; nil for all
	// Length is the number of samples along the halved axis, for kind C2R: 2(m-1) or 2m-1 for m bins. 0 stands for
	// 2(m-1).
	Length   int
	Norm     wgfft.Norm
	Quick    bool
	Config                  // memory and direction
	Progress func(Progress) // may be nil

	event   func(name string) error // as in journal
	buffers int64                   // bytes of all buffers, for tests with small files; 0 for the rest of Memory
}

// problem returns the transform of a file with a header. The numbers of the file must have the type of the transform:
// a complex type for kinds C2C and C2R, a real one for R2C, little-endian and in C order.
func (f File) problem(h npy.Header, double bool) (wgfft.Problem, error) {
	want := "complex64"
	switch {
	case f.Kind == wgfft.R2C && double:
		want = "float64"
	case f.Kind == wgfft.R2C:
		want = "float32"
	case double:
		want = "complex128"
	}
	if h.DType != want || !h.IsNative() {
		return wgfft.Problem{}, fmt.Errorf("large: %s has elements %s, want %s, little-endian and in C order: "+
			"convert it with numpy", f.In, h.Type(), want)
	}
	p := wgfft.Problem{Kind: f.Kind, Shape: h.Shape, Axes: f.Axes, Norm: f.Norm,
		Quick: f.Quick}
	if len(p.Shape) == 0 {
		return p, fmt.Errorf("large: %s is a single number, want at least one axis", f.In)
	}
	if f.Kind == wgfft.C2R {
		axis := len(p.Shape) - 1
		if n := len(p.Axes); n > 0 {
			axis = p.Axes[n-1]
			if axis < 0 {
				axis += len(p.Shape)
			}
		}
		if axis < 0 || axis >= len(p.Shape) {
			return p, fmt.Errorf("large: axis %d of %d axes is out of range", axis, len(p.Shape))
		}
		bins, n := p.Shape[axis], f.Length
		if n == 0 {
			n = 2 * (bins - 1)
		}
		if n < 1 || n/2+1 != bins {
			return p, fmt.Errorf("large: %d samples of %d bins: %d bins belong to %d or %d samples", n, bins, bins,
				2*(bins-1), 2*bins-1)
		}
		p.Shape = append([]int{}, p.Shape...)
		p.Shape[axis] = n
	}
	return p, nil
}

// resultShape returns the shape of the result.
func resultShape(p wgfft.Problem) []int {
	if p.Kind != wgfft.R2C {
		return p.Shape
	}
	axis := len(p.Shape) - 1
	if n := len(p.Axes); n > 0 {
		axis = (p.Axes[n-1] + len(p.Shape)) % len(p.Shape)
	}
	return Spectrum(p.Shape, axis)
}

// TransformFile transforms a .npy file. It keeps a journal beside the result: if the process ends before the result is
// complete, the next call with the same arguments goes on. Beside f.Out are f.Out + ".part" and f.Out + ".journal"
// meanwhile. They and the temporary file are removed when the result is complete.
//
// It returns a MemoryError if f.Memory does not suffice, ErrSpace, ErrChanged, ErrJournal, or errors of the files, of
// the engine and of ctx. After an error the result is not there, and a file that was there before is unchanged.
func TransformFile[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R], f File) error {
	err := transformFile(ctx, t, f)
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: free some space, and start the same transform again, which goes on: %w", ErrSpace, err)
	}
	return err
}

func transformFile[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R], f File) error {
	src, info, err := f.open()
	if err != nil {
		return err
	}
	defer src.Close()
	if err := f.checkNames(info); err != nil {
		return err
	}
	h, err := npy.ReadHeader(src)
	if err != nil {
		return fmt.Errorf("large: %s: %w", f.In, err)
	}
	p, err := f.problem(h, complexBytes[C]() == 16)
	if err != nil {
		return err
	}
	w := work[C, R]{File: f, transforms: t, src: src, info: info, header: h, problem: p}
	return w.run(ctx)
}

// open opens the source, which is a regular file: opening a pipe would wait for its writer.
func (f File) open() (*os.File, fs.FileInfo, error) {
	info, err := os.Stat(f.In)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("large: %s is not a regular file: copy it to one", f.In)
	}
	src, err := os.Open(f.In)
	if err != nil {
		return nil, nil, err
	}
	if info, err = src.Stat(); err != nil {
		return nil, nil, errors.Join(err, src.Close())
	}
	return src, info, nil
}

// checkNames refuses a result that could not replace f.Out, and files of a run that are the source.
func (f File) checkNames(source fs.FileInfo) error {
	if f.Out == "" {
		return errors.New("large: the result has no name: set File.Out")
	}
	for _, name := range []string{f.Out, f.partName(), f.journalName()} {
		info, err := os.Stat(name)
		switch {
		case err != nil: // it is not there, or opening it fails later
		case os.SameFile(source, info) && name == f.Out:
			return fmt.Errorf("large: %s is the source and the result: name another file", f.Out)
		case os.SameFile(source, info):
			return fmt.Errorf("large: %s is the source, and a run that writes %s needs that name: name another result",
				name, f.Out)
		case !info.Mode().IsRegular():
			return fmt.Errorf("large: %s is not a regular file: name another result", name)
		}
	}
	return nil
}

// names of the files beside the result.
func (f File) partName() string    { return f.Out + ".part" }
func (f File) journalName() string { return f.Out + ".journal" }

// work is a transform of a file under way.
type work[C wgfft.Complex, R wgfft.Real] struct {
	File
	transforms *wgfft.Transforms[C, R]
	src        *os.File
	info       fs.FileInfo // of the source at the start
	header     npy.Header
	problem    wgfft.Problem
	plan       *Plan[C, R]
	journal    *journal
}

// run opens the journal, and goes on or starts.
func (w *work[C, R]) run(ctx context.Context) error {
	if err := w.checkSize(); err != nil {
		return err
	}
	f, err := os.OpenFile(w.journalName(), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	locked, isThere := lock(f), false
	if info, err := f.Stat(); err == nil { // a process that finishes removes its journal
		now, err := os.Stat(w.journalName())
		isThere = err == nil && os.SameFile(info, now)
	}
	if !locked || !isThere {
		return fmt.Errorf("large: another process works on %s: wait for it, or name another result", w.Out)
	}
	j, head, err := readJournal(f)
	if errors.Is(err, errDamaged) {
		return fmt.Errorf("%w: %s: %w: remove it to start again", ErrJournal, w.journalName(), err)
	}
	if err != nil {
		return err
	}
	w.journal = j
	j.event = w.event
	own, err := w.heading()
	if err != nil {
		return err
	}
	if head != nil && (len(j.slabs) > 0 || j.complete) {
		return w.resume(ctx, *head, own)
	}
	if head != nil { // it ended before its first slab
		w.clear(head.Tiles)
	}
	own.Limit = w.buffers
	return w.begin(ctx, own)
}

// heading returns the first line of the journal of this run.
func (w *work[C, R]) heading() (heading, error) {
	name, err := filepath.Abs(w.In)
	return heading{Version: journalVersion, Problem: describe(w.problem, w.Config), Inverse: w.Inverse,
		Norm: w.Norm.String(), Point: complexBytes[C](), Source: name, Size: w.info.Size(),
		Time: w.info.ModTime().UnixNano(), Memory: w.Memory}, err
}

// checkSize refuses a source that is cut short.
func (w *work[C, R]) checkSize() error {
	want := w.header.Offset() + w.header.Bytes()
	if have := w.info.Size(); have < want {
		return fmt.Errorf("large: %s has %d bytes, want %d: it is cut short, copy it again", w.In, have, want)
	}
	return nil
}

// begin starts a run. If it cannot start, it leaves no files.
func (w *work[C, R]) begin(ctx context.Context, head heading) (err error) {
	defer func() {
		if err != nil && len(w.journal.slabs) == 0 {
			w.clear(head.Tiles)
			err = errors.Join(err, os.Remove(w.journalName()))
		}
	}()
	b := budget{limit: head.Limit}
	if head.Limit == 0 {
		if b, err = budgetOf(ctx, w.transforms, w.problem, w.Config); err != nil {
			return err
		}
		head.Limit = b.limit
	}
	if err := w.makePlan(ctx, b); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.plan.Close()) }()
	head.Layout = w.plan.checksum()
	_, result, tiles := w.plan.Sizes()
	if err := w.checkSpace(tiles); err != nil {
		return err
	}
	if tiles > 0 {
		folder, err := filepath.Abs(w.scratch())
		if err != nil {
			return err
		}
		head.Tiles = filepath.Join(folder, fmt.Sprintf("%s-%08x.tiles", filepath.Base(w.Out), rand.Uint32()))
	}
	if err := w.journal.begin(head); err != nil {
		return err
	}
	first, err := w.resultHeader()
	if err != nil {
		return err
	}
	start := int64(len(first))
	part, err := create(w.partName(), start+result)
	if err != nil {
		return err
	}
	defer part.Close()
	if _, err := part.WriteAt(first, 0); err != nil {
		return err
	}
	var between *os.File
	if tiles > 0 {
		if between, err = create(head.Tiles, tiles); err != nil {
			return err
		}
		defer between.Close()
	}
	return w.goOn(ctx, part, between, start, head)
}

// scratch returns the folder of the temporary file.
func (w *work[C, R]) scratch() string {
	if w.Scratch == "" {
		return filepath.Dir(w.Out)
	}
	return w.Scratch
}

// create creates a file of a size, or empties one.
func create(name string, bytes int64) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	if err := reserveSpace(f, bytes); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// resultHeader returns the header of the result. It takes a page, so that runs of elements start with pages.
func (w *work[C, R]) resultHeader() ([]byte, error) {
	if w.Kind == wgfft.C2R {
		return npy.NewHeader[R](resultShape(w.problem), page)
	}
	return npy.NewHeader[C](resultShape(w.problem), page)
}

// clear removes the files of a run without its journal.
func (w *work[C, R]) clear(tiles string) {
	os.Remove(w.partName()) // it may not be there
	if tiles != "" {
		os.Remove(tiles)
	}
}

// makePlan plans with a budget.
func (w *work[C, R]) makePlan(ctx context.Context, b budget) (err error) {
	w.plan, err = newPlan(ctx, w.transforms, w.problem, w.Config, b)
	return err
}

// checkSpace returns ErrSpace if the disks have too little space.
func (w *work[C, R]) checkSpace(tiles int64) error {
	_, result, _ := w.plan.Sizes()
	out, scratch := filepath.Dir(w.Out), w.scratch()
	need := map[string]int64{out: result + page}
	if tiles > 0 && isOneDevice(out, scratch) {
		need[out] += tiles
	} else if tiles > 0 {
		need[scratch] = tiles
	}
	for folder, bytes := range need {
		if free, known := freeSpace(folder); known && free < bytes {
			return fmt.Errorf("%w: folder %s needs %s, %s are free: free some space, or use another folder for the "+
				"temporary file", ErrSpace, folder, memory.Size(bytes), memory.Size(free))
		}
	}
	return nil
}

// resume goes on with a run that has a journal.
func (w *work[C, R]) resume(ctx context.Context, head, own heading) (err error) {
	remove := fmt.Sprintf("remove %s to start again", w.journalName())
	if d := head.difference(own); d != "" {
		return fmt.Errorf("%w: %s has %s: use the arguments and the source of that run to go on, or %s",
			ErrJournal, w.journalName(), d, remove)
	}
	if w.journal.complete {
		return w.finish(head)
	}
	if err := w.makePlan(ctx, budget{w.Memory - head.Limit, head.Limit}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.plan.Close()) }()
	if w.plan.checksum() != head.Layout {
		return fmt.Errorf("%w: %s is of a program that divides arrays in another way: use that program to go on, or %s",
			ErrJournal, w.journalName(), remove)
	}
	first, err := w.resultHeader()
	if err != nil {
		return err
	}
	_, result, tiles := w.plan.Sizes()
	reopen := func(name string, bytes int64) (*os.File, error) {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return nil, fmt.Errorf("large: %w: bring the file back, or %s", err, remove)
		}
		if info, err := f.Stat(); err != nil || info.Size() != bytes {
			err = fmt.Errorf("large: %s has another size than the run left: %s", name, remove)
			return nil, errors.Join(err, f.Close())
		}
		return f, nil
	}
	part, err := reopen(w.partName(), int64(len(first))+result)
	if err != nil {
		return err
	}
	defer part.Close()
	var between *os.File
	if tiles > 0 {
		if between, err = reopen(head.Tiles, tiles); err != nil {
			return err
		}
		defer between.Close()
	}
	return w.goOn(ctx, part, between, int64(len(first)), head)
}

// goOn transforms all slabs that are not in the journal.
func (w *work[C, R]) goOn(ctx context.Context, part, between *os.File, start int64, head heading) error {
	s := stores{source: io.NewSectionReader(w.src, w.header.Offset(), w.header.Bytes()),
		result: io.NewOffsetWriter(part, start)}
	w.journal.files = []*os.File{part}
	if between != nil {
		s.between = between
		w.journal.files = []*os.File{between, part}
	}
	w.journal.check = w.checkSource
	w.journal.start()
	err := w.plan.run(ctx, s, w.journal, w.Progress)
	w.journal.end()
	if err != nil {
		return err
	}
	if err := w.checkSource(); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return err
	}
	if err := w.journal.append(sealed(line{Complete: true})); err != nil {
		return err
	}
	return w.finish(head)
}

// checkSource returns ErrChanged if the source has another size or time than at the start.
func (w *work[C, R]) checkSource() error {
	now, err := w.src.Stat()
	if err != nil {
		return err
	}
	if now.Size() != w.info.Size() || !now.ModTime().Equal(w.info.ModTime()) {
		return fmt.Errorf("%w: %s had %d bytes of %s, and has %d of %s: remove %s and start again", ErrChanged, w.In,
			w.info.Size(), w.info.ModTime().Format(time.DateTime), now.Size(), now.ModTime().Format(time.DateTime),
			w.journalName())
	}
	return nil
}

// finish renames a complete result, and removes the other files. The journal is last.
func (w *work[C, R]) finish(head heading) error {
	if err := w.journal.at("rename"); err != nil {
		return err
	}
	err := os.Rename(w.partName(), w.Out)
	if errors.Is(err, fs.ErrNotExist) { // an earlier run has renamed it
		_, err = os.Stat(w.Out)
	}
	if err != nil {
		return err
	}
	if err := w.journal.at("removal"); err != nil {
		return err
	}
	if head.Tiles != "" {
		if err := os.Remove(head.Tiles); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Remove(w.journalName())
}
