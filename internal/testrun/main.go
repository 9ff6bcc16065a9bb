// Command testrun runs go test and reports its progress: a line for each package that ends, and a line with
// the tests that run if no package has ended for ten seconds. It prints the output of tests that fail, and
// ends with the exit status of go test.
//
//	go run ./internal/testrun [flags and packages of go test]
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// interval is the time between two lines of progress.
const interval = 10 * time.Second

func main() {
	os.Exit(run(os.Args[1:]))
}

// run runs go test with arguments and returns its exit status.
func run(args []string) int {
	command := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
		return 1
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	report(os.Stdout, lines(out), tick.C, time.Now())
	err = command.Wait()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(1, exit.ExitCode()) // -1 after a signal
	case err != nil:
		fmt.Fprintln(os.Stderr, "testrun:", err)
		return 1
	}
	return 0
}

// lines sends the lines of a reader and closes the channel at the end.
func lines(r io.Reader) <-chan string {
	all := make(chan string)
	go func() {
		defer close(all)
		in := bufio.NewReader(r)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				all <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				return
			}
		}
	}()
	return all
}

// An event is a line of go test -json. See go doc test2json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// report prints progress until the lines end. A line is an event, or text of the go command. Each tick prints
// the tests that run, unless a line was printed since the tick before.
func report(w io.Writer, lines <-chan string, ticks <-chan time.Time, start time.Time) {
	s := summary{w: w, running: map[string]*progress{}}
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				s.end(time.Since(start))
				return
			}
			var e event
			if json.Unmarshal([]byte(line), &e) != nil {
				s.printf("%s\n", line)
				continue
			}
			s.add(e)
		case now := <-ticks:
			s.tick(now.Sub(start))
		}
	}
}

// A summary is the state of a run.
type summary struct {
	w              io.Writer
	running        map[string]*progress // the packages that have started
	order          []string             // their names, in the order of their starts
	printed        bool                 // since the last tick
	tests          int
	passed, failed int // packages
}

// A progress is the state of a package.
type progress struct {
	output map[string]*strings.Builder // output of tests that have not passed, and of the package as ""
	tests  []string                    // the tests that run
}

func (s *summary) printf(format string, args ...any) {
	s.printed = true
	fmt.Fprintf(s.w, format, args...)
}

// add takes an event.
func (s *summary) add(e event) {
	if e.Action == "build-output" {
		s.printf("%s", e.Output)
		return
	}
	p := s.running[e.Package]
	if p == nil {
		if e.Package == "" {
			return
		}
		p = &progress{output: map[string]*strings.Builder{}}
		s.running[e.Package] = p
		s.order = append(s.order, e.Package)
	}
	switch e.Action {
	case "output":
		if p.output[e.Test] == nil {
			p.output[e.Test] = &strings.Builder{}
		}
		p.output[e.Test].WriteString(e.Output)
	case "run":
		p.tests = append(p.tests, e.Test)
	case "pass", "fail", "skip":
		if e.Test != "" {
			s.endTest(p, e)
			return
		}
		s.endPackage(p, e)
	}
}

// endTest takes the end of a test.
func (s *summary) endTest(p *progress, e event) {
	for i, test := range p.tests {
		if test == e.Test {
			p.tests = append(p.tests[:i], p.tests[i+1:]...)
			break
		}
	}
	s.tests++
	if e.Action == "fail" && p.output[e.Test] != nil {
		s.printf("FAIL %s %s\n%s", e.Package, e.Test, p.output[e.Test])
	}
	delete(p.output, e.Test)
}

// endPackage takes the end of a package. It prints the output of tests that a panic or a timeout has ended.
func (s *summary) endPackage(p *progress, e event) {
	if e.Action == "fail" {
		for _, test := range append([]string{""}, p.tests...) {
			if p.output[test] != nil {
				s.printf("%s", p.output[test])
			}
		}
	}
	all := ""
	if p.output[""] != nil {
		all = p.output[""].String()
	}
	switch {
	case e.Action == "fail":
		s.failed++
		s.printf("FAIL %-32s %7.1f s\n", e.Package, e.Elapsed)
	case strings.Contains(all, "(cached)"):
		s.passed++
		s.printf("ok   %-32s  cached\n", e.Package)
	case e.Action == "pass":
		s.passed++
		s.printf("ok   %-32s %7.1f s\n", e.Package, e.Elapsed)
	}
	delete(s.running, e.Package)
	for i, name := range s.order {
		if name == e.Package {
			s.order = append(s.order[:i], s.order[i+1:]...)
			break
		}
	}
}

// tick prints what runs, unless something was printed since the last tick.
func (s *summary) tick(after time.Duration) {
	if !s.printed {
		var now []string
		for _, name := range s.order {
			if p := s.running[name]; len(p.tests) > 0 {
				test, _, _ := strings.Cut(p.tests[len(p.tests)-1], "/")
				now = append(now, name+" "+test)
			}
		}
		what := strings.Join(now, ", ")
		if what == "" {
			what = "compiling and linking"
		}
		fmt.Fprintf(s.w, "     %4.0f s: %d packages have passed; now: %s\n", after.Seconds(), s.passed, what)
	}
	s.printed = false
}

// end prints the result of the run.
func (s *summary) end(took time.Duration) {
	fmt.Fprintf(s.w, "%d packages passed and %d failed, %d tests in %.0f s\n",
		s.passed, s.failed, s.tests, took.Seconds())
}
