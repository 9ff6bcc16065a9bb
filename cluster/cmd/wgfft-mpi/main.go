// Command wgfft-mpi times and explains transforms that MPI ranks share:
//
//	mpirun -n 4 wgfft-mpi bench c2c:512x512x512
//	wgfft-mpi explain --ranks 4 c2c:512x512x512
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"wgfft"
	"wgfft/cluster"
	"wgfft/plan"
)

const usage = `usage: mpirun -n RANKS wgfft-mpi bench [flags] SPEC
       wgfft-mpi explain [--ranks RANKS] [flags] SPEC

SPEC is KIND:SHAPE*BATCH with two axes or more, such as c2c:512x512x512. KIND is c2c, r2c or c2r, the inverse of r2c.
bench prints the time of a transform, the share of the exchange, and the time of one rank. explain prints the shares
of the ranks, the steps, and the bytes that each rank sends.

`

// flags are the flags of the commands.
type flags struct {
	device   string
	threads  int
	isDouble bool
	inRows   bool
	pieces   int
	inverse  bool

	rounds int
	verify bool
	alone  bool

	ranks   int
	network float64
}

// parsed reads a command line: the command, its flags and its problem.
func parsed(args []string, errs io.Writer) (command string, f flags, p wgfft.Problem, err error) {
	set := flag.NewFlagSet("wgfft-mpi", flag.ContinueOnError)
	set.SetOutput(errs)
	set.Usage = func() {
		fmt.Fprint(errs, usage)
		set.PrintDefaults()
	}
	set.StringVar(&f.device, "device", "cpu", "the `device` of each rank: cpu, auto, software, an index, a name, or "+
		"local: the GPU with the number of the rank on its machine")
	set.IntVar(&f.threads, "threads", 0, "processors of each rank on the CPU engine; 0 for all")
	set.BoolVar(&f.isDouble, "double", false, "double precision")
	set.BoolVar(&f.inRows, "rows", false, "results are shared along axis 0, after a second exchange")
	set.IntVar(&f.pieces, "pieces", 0, "pieces of an exchange; 0 for a number that depends on the size")
	set.BoolVar(&f.inverse, "inverse", false, "bench: time the inverse")
	set.IntVar(&f.rounds, "rounds", 7, "bench: transforms to time, after one that is not timed")
	set.BoolVar(&f.verify, "verify", false, "bench: compare the result with one engine of each rank")
	set.BoolVar(&f.alone, "alone", true, "bench: also time one rank")
	set.IntVar(&f.ranks, "ranks", 0, "explain: the number of ranks; 0 for those of the launcher")
	set.Float64Var(&f.network, "network", 12.5, "explain: `GB/s` that each rank can send")
	if len(args) == 0 {
		set.Usage()
		return "", f, p, errUsage
	}
	command = args[0]
	switch command {
	case "bench", "explain":
	case "-h", "-help", "--help", "help":
		set.Usage()
		return "", f, p, flag.ErrHelp
	default:
		return "", f, p, fmt.Errorf("%w: no command %q: use bench or explain", errUsage, command)
	}
	if err := set.Parse(args[1:]); err != nil {
		return "", f, p, err
	}
	if set.NArg() != 1 {
		return "", f, p, fmt.Errorf("%w: %d SPECs, want one, after the flags", errUsage, set.NArg())
	}
	of, err := plan.ParseSpec(set.Arg(0))
	if err != nil {
		return "", f, p, fmt.Errorf("%w: %w", errUsage, err)
	}
	p = wgfft.Problem{Kind: wgfft.Kind(of.Kind), Shape: of.Shape, Batch: of.Batch}
	switch {
	case p.Kind == wgfft.C2R:
		p.Kind, f.inverse = wgfft.R2C, true
	case p.Kind != wgfft.C2C && p.Kind != wgfft.R2C:
		return "", f, p, fmt.Errorf("%w: the kind is %v, want c2c, r2c or c2r", errUsage, p.Kind)
	}
	if f.rounds < 1 {
		return "", f, p, fmt.Errorf("%w: --rounds %d, want 1 or more", errUsage, f.rounds)
	}
	return command, f, p, nil
}

// errUsage is wrapped by errors of the command line.
var errUsage = errors.New("usage")

// options returns the options of the plan.
func (f flags) options() cluster.Options {
	o := cluster.Options{Pieces: f.pieces}
	if f.inRows {
		o.Order = cluster.Rows
	}
	return o
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command, f, p, err := parsed(os.Args[1:], os.Stderr)
	if err == nil {
		switch command {
		case "bench":
			err = bench(ctx, os.Stdout, f, p)
		case "explain":
			err = explain(os.Stdout, f, p)
		}
	}
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return
	case errors.Is(err, errUsage):
		fmt.Fprintf(os.Stderr, "wgfft-mpi: %v\n", err)
		os.Exit(2)
	}
	fmt.Fprintf(os.Stderr, "wgfft-mpi: %v\n", err)
	os.Exit(1)
}

// explain prints how ranks share a transform.
func explain(w io.Writer, f flags, p wgfft.Problem) error {
	if f.ranks == 0 {
		comm, err := cluster.Init()
		if err != nil {
			return err
		}
		defer comm.Close()
		if f.ranks = comm.Size(); comm.Rank() > 0 {
			return nil
		}
	}
	e, err := cluster.Explain(p, f.isDouble, f.options(), f.ranks)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%v on %d ranks\n\n", p, f.ranks)
	for i, s := range e.Steps {
		fmt.Fprintf(w, "%d  %s\n", i+1, s)
	}
	output := "axis 1"
	if f.inRows {
		output = "axis 0"
	}
	fmt.Fprintf(w, "\n%5s  %-13s  %-13s  %9s  %10s  %10s  %10s\n", "rank", "input axis 0", "output "+output,
		"slices MB", "work MB", "sends MB", "receives")
	most := int64(0)
	for rank, r := range e.Ranks {
		const mb = 1e6
		fmt.Fprintf(w, "%5d  %-13s  %-13s  %9.1f  %10.1f  %10.1f  %10.1f\n", rank, span(r.Input), span(r.Output),
			float64(r.InputBytes+r.OutputBytes)/mb, float64(r.WorkBytes)/mb, float64(r.SentBytes)/mb,
			float64(r.ReceivedBytes)/mb)
		most = max(most, r.SentBytes, r.ReceivedBytes)
	}
	if most > 0 {
		fmt.Fprintf(w, "\nAt %g GB/s for each rank the exchange takes at least %.3g ms.\n", f.network,
			float64(most)/f.network/1e6)
	}
	return nil
}

// span formats a share: 0-127.
func span(s cluster.Share) string { return fmt.Sprintf("%d-%d", s.First, s.First+s.Count-1) }
