package wgfft

import (
	"context"
	"fmt"
	"time"

	"wgfft/internal/engine"
	"wgfft/internal/tune"
	"wgfft/plan"
)

// TuneOptions configures Tune.
type TuneOptions struct {
	Budget   time.Duration      // for all problems together
	Progress func(TuneProgress) // called after each measurement; may be nil
}

// TuneProgress is the progress of a call of Tune.
type TuneProgress struct {
	Problem  Problem       // with the batch of the measurement, which may differ from the batch of the call
	Number   int           // of the problem, from 1 on
	Problems int           // in all
	Compared int           // kernels measured for this problem
	Best     time.Duration // of the whole batch
	Untuned  time.Duration // of the whole batch; 0 if the choice without tuning gave wrong results
	Left     time.Duration // of the budget
}

// Tuned is the result of tuning one problem.
type Tuned struct {
	Problem     Problem       // with the batch of the measurement
	Inverse     bool          // the result is for the inverse transform, which has a separate choice
	Plan        string        // the tree of the best plan of that batch; empty without a measurement
	UntunedPlan string        // the tree of the plan without tuning
	Time        time.Duration // of the whole batch, never more than UntunedTime
	UntunedTime time.Duration // of the whole batch, in the same run; 0 if the choice without tuning gave wrong results
	Error       float64       // the largest relative error against float64
	Compared    int           // kernels measured
	Quarantined []string      // evidence of kernels that gave wrong results
	Err         error         // why there is no result
}

// Tune measures kernels for problems on the device. Later plans of similar problems use the fastest
// kernels. Similar problems have the same shape, axes and kind. They may differ in direction,
// layout and norm, and in their batch by a factor of up to four. Arrays with fewer stored than
// transformed elements (Layout.Have) keep plans that leave out rows of zeros. Transforms in place
// keep plans without scratch. The engine's wisdom holds the result: see Config.Wisdom.
//
// Transforms between complex points of 16 bits (Layout.Samples) are tuned separately if they have one axis and
// one pass. Other problems are tuned with Float32, and all types use the kernels of Float32.
//
// Kernels count only if their results pass a comparison with float64. Kernels that fail are not
// used again. If all choices for a problem have failed, the simplest is used. The result is never
// slower than the choice without tuning, measured in the same run.
//
// Tune ends when ctx does, after the compilation or the check under way. It then returns ctx's error and the results so
// far. For the problem under way it keeps the best kernels so far, if the untuned plan has been
// measured. Results without a Plan belong to problems that Tune has not begun. Tune keeps the
// result of each problem before it begins the next one. A problem that can't be tuned has an Err in
// its result. Real problems have two results if their inverse has a separate choice.
//
// Times mean something only on a GPU that does nothing else. Tune needs memory for two batches, of
// up to 2^26 points. One call of an engine tunes at a time. It returns ErrNoAdapter on the CPU, a
// LengthError or another error for an invalid problem, ErrClosed, or ctx's error.
func (t *Transforms[C, R]) Tune(ctx context.Context, o TuneOptions, problems ...Problem) ([]Tuned, error) {
	if t.eng.gpu == nil {
		return nil, t.eng.noGPU("Tune")
	}
	var all []plan.Problem
	for _, p := range problems {
		p = withKind(p)
		if err := p.check("Tune"); err != nil {
			return nil, faced(err)
		}
		if err := t.checkSamples("Tune", p.In.Samples, p.Out.Samples, p.Scratch); err != nil {
			return nil, err
		}
		if p.Quick {
			return nil, unused("Tune", "Problem.Quick", "plans with Quick ignore tuning")
		}
		all = append(all, planProblem(p))
	}
	options := tune.Options{Budget: o.Budget}
	if o.Progress != nil {
		options.Progress = func(p tune.Progress) { o.Progress(faceProgress(p)) }
	}
	outcomes, err := t.eng.gpu.Tune(ctx, options, t.on().number, all...)
	var results []Tuned
	for _, out := range outcomes {
		results = append(results, faceOutcome(out))
		if out.Reversed != nil {
			results = append(results, faceOutcome(*out.Reversed))
		}
	}
	return results, faced(err)
}

// A DeviceSpeed is the result of Engine.Probe.
type DeviceSpeed struct {
	Family    string        // family of devices in the planner's table, or "unknown"
	Copy      float64       // bytes that a large copy reads and writes per second; 0 if the time did not suffice
	Dispatch  time.Duration // of a pass that does almost nothing
	Registers int           // of a thread without spills, an estimated lower bound; 0 if the time did not suffice
}

// Probe measures the device for at most two seconds: the speed of a copy, the time of a dispatch,
// and the registers of a thread. The engine's wisdom holds the result: see Config.Wisdom. Plans made
// later use it if the planner does not know the device's family; plans on other devices stay the same.
// The measurement means something only on a GPU that does nothing else.
//
// It returns ErrNoAdapter on the CPU, ErrClosed, or ctx's error.
func (eng *Engine) Probe(ctx context.Context) (DeviceSpeed, error) {
	if eng.gpu == nil {
		return DeviceSpeed{}, eng.noGPU("Probe")
	}
	s, err := eng.gpu.Probe(ctx)
	return DeviceSpeed{
		Family: eng.gpu.Limits().Family.Name, Copy: s.Copy,
		Dispatch: time.Duration(s.Dispatch * 1e9), Registers: s.Registers,
	}, faced(err)
}

// A WisdomState summarises the wisdom of an engine: its size, its file, and faults of the file.
type WisdomState struct {
	Path        string // of the file that wisdom is kept in, or its name in a store; empty if it stays in memory
	Choices     int    // problems with known fastest kernels
	Quarantined int    // kernels that gave wrong results on the device
	SetAside    string // the fault of a file that the engine did not use, and the file's new name
	Err         error  // why the file could not be read or written
}

// Wisdom returns a summary of the engine's measurements. It is the zero value on the CPU.
func (eng *Engine) Wisdom() WisdomState {
	if eng.gpu == nil {
		return WisdomState{}
	}
	s := WisdomState(eng.gpu.WisdomState())
	s.Err = faced(s.Err)
	return s
}

// ExportWisdom returns the wisdom of the engine as text, in the format of wisdom files and
// ImportWisdom. It returns ErrNoAdapter on the CPU.
func (eng *Engine) ExportWisdom() ([]byte, error) {
	if eng.gpu == nil {
		return nil, eng.noGPU("ExportWisdom")
	}
	text, err := eng.gpu.ExportWisdom()
	return text, faced(err)
}

// ImportWisdom adds a result of ExportWisdom from a device of the same kind with the same driver.
// It adds all of it, or nothing. The faster of two choices for a problem stays, and kernels that
// failed on either device are not used. An engine that keeps its wisdom in a file also adds it to
// the file. Plans made earlier do not change.
//
// It returns ErrWisdom for wisdom that is damaged or of another device, ErrNoAdapter on the CPU,
// ErrClosed, or an error of writing the file.
func (eng *Engine) ImportWisdom(wisdom []byte) error {
	if eng.gpu == nil {
		return eng.noGPU("ImportWisdom")
	}
	return faced(eng.gpu.ImportWisdom(wisdom))
}

// HostTimes are approximate times of a transform of host slices on either engine, transfers
// included.
type HostTimes struct {
	GPU      time.Duration
	CPU      time.Duration
	Measured bool // both are measured; otherwise estimates decide which is shorter
	// Copies is the time to convert the data and to transfer them to the GPU and back, by the speed of such copies.
	// Memory of AllocHost can take less.
	Copies time.Duration
}

// OnGPU reports whether the GPU finishes first.
func (t HostTimes) OnGPU() bool { return t.GPU <= t.CPU }

// HostTimes returns the times of a forward transform of a problem's batch from slice to slice, on
// the GPU and on the CPU. A problem of kind C2R is the inverse of R2C. HostAuto decides by these
// times. Layouts make no difference. The first call for a problem may measure it. The first call of
// an engine measures the transfers to the GPU and back.
//
// It returns ErrNoAdapter on the CPU, a LengthError or another error for an invalid problem, a
// LimitError for a problem that the GPU can't do, ErrClosed, or ctx's error.
func (t *Transforms[C, R]) HostTimes(ctx context.Context, p Problem) (HostTimes, error) {
	if t.eng.gpu == nil {
		return HostTimes{}, t.eng.noGPU("HostTimes")
	}
	p = withKind(p)
	if err := p.checkHost("HostTimes"); err != nil {
		return HostTimes{}, faced(err)
	}
	of := planProblem(p)
	j := engine.Transform(of, t.on().number)
	if err := t.on().settle(ctx); err != nil {
		return HostTimes{}, faced(err)
	}
	if err := t.eng.router.Check(j, of.Count()); err != nil {
		return HostTimes{}, faced(err)
	}
	times, err := t.eng.router.Times(ctx, j, of.Count())
	return HostTimes(times), faced(err)
}

// checkHost checks a problem of a call about host slices.
func (p Problem) checkHost(call string) error {
	if p.InPlace {
		return unused(call, "Problem.InPlace", fmt.Sprintf("use PlanResident, which %s is not about", call))
	}
	return p.check(call)
}

// OnGPU reports whether the engine transforms a problem's batch of host slices on the GPU. It is
// false on the CPU engine and true with HostDevice. With HostAuto the shorter time of HostTimes
// decides. OnGPU returns the errors of HostTimes except ErrNoAdapter.
func (t *Transforms[C, R]) OnGPU(ctx context.Context, p Problem) (bool, error) {
	if t.eng.gpu == nil || t.eng.host != engine.Engine(t.eng.router) {
		err := withKind(p).checkHost("OnGPU")
		return err == nil && t.eng.gpu != nil, faced(err)
	}
	times, err := t.HostTimes(ctx, p)
	return err == nil && times.OnGPU(), err
}
