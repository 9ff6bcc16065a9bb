package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/alecthomas/kong"

	"wgfft"
	"wgfft/internal/stdfiles"
)

// The exit statuses.
const (
	exitOK       = 0
	exitFailure  = 1
	exitUsage    = 2
	exitDeadline = 124 // as in timeout(1)
	exitSignal   = 128 // plus the signal number, as in shells
)

func main() { runProcess(0) }

// runProcess runs the command line of the process, and ends the process. The grace period is at least grace.
func runProcess(grace time.Duration) {
	quietLoader()
	// With "crash" a process ends with SIGABRT if its native code aborts. The default is the status of a usage
	// error.
	debug.SetTraceback("crash")
	ctx, end := context.WithCancelCause(context.Background())
	a := &app{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, exit: os.Exit, opener: wgfft.Open}
	a.grace.raise(grace)
	if stdfiles.OutputClosed() {
		a.stdout = noOutput{}
	}
	a.watchSignals(end)
	a.exit(a.run(os.Args[1:]))
}

// noOutput stands for a standard output that is closed when the command starts.
type noOutput struct{}

// Write implements io.Writer.
func (noOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed: name a file with -o")
}

// quietLoader sets XDG_RUNTIME_DIR unless it is an absolute path. Servers and containers often leave
// it unset, and Mesa's device selection layer then prints "error: XDG_RUNTIME_DIR is invalid or not
// set in the environment." several times.
func quietLoader() {
	if !filepath.IsAbs(os.Getenv("XDG_RUNTIME_DIR")) {
		os.Setenv("XDG_RUNTIME_DIR", os.TempDir())
	}
}

// commands is the grammar of the command line.
type commands struct {
	sharedFlags
	arrayCommands
	mediaCommands
	deviceCommands
	Worker  workerCommand  `cmd:"" help:"Compute for a Go program that starts this command."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// sharedFlags are the flags of all commands.
type sharedFlags struct {
	Device string `help:"${device}" default:"auto" placeholder:"auto"`
	Wisdom string `help:"${wisdom}" default:"cache" placeholder:"cache"`

	Threads int `placeholder:"4" help:"Processors that the CPU engine uses for a transform. The default is all."`

	Timeout time.Duration `placeholder:"10s" help:"Stop after this time, with exit status 124."`
	Quiet   bool          `short:"q" help:"Print only results and errors." xor:"talk"`
	Verbose bool          `short:"v" help:"Also name the device in use." xor:"talk"`
}

// arrayCommands transform NumPy arrays.
type arrayCommands struct {
	FFT      fftCommand      `cmd:"" help:"Compute the Fourier transform of a NumPy array."`
	RFFT     rfftCommand     `cmd:"" help:"Compute the half spectrum of real input."`
	IRFFT    irfftCommand    `cmd:"" help:"Compute real output from a half spectrum."`
	DCT      dctCommand      `cmd:"" help:"Compute the cosine transform of real input."`
	DST      dstCommand      `cmd:"" help:"Compute the sine transform of real input."`
	Convolve convolveCommand `cmd:"" help:"Convolve or correlate two NumPy arrays."`
}

// mediaCommands work on sound and images.
type mediaCommands struct {
	Spectrogram spectrogramCommand `cmd:"" help:"Draw the spectrogram of a WAV file."`
	Spectrum    spectrumCommand    `cmd:"" help:"Draw the spectrum of an image."`
	Filter      filterCommand      `cmd:"" help:"Filter an image by frequency."`
	Register    registerCommand    `cmd:"" help:"Find the shift between two images, and align them."`
}

// deviceCommands show, measure, tune and check transforms on the devices of the machine.
type deviceCommands struct {
	Info    infoCommand    `cmd:"" help:"List the adapters, and what to install if there is none."`
	Explain explainCommand `cmd:"" help:"Show the plan of a transform."`
	Bench   benchCommand   `cmd:"" help:"Time transforms."`
	Tune    tuneCommand    `cmd:"" help:"Find the fastest kernels on this device, and save them."`
	Probe   probeCommand   `cmd:"" help:"Measure the device for two seconds, and save the result."`
	Known   wisdomCommand  `cmd:"" name:"wisdom" help:"Show, export or import tuning data."`
	Verify  verifyCommand  `cmd:"" help:"Check the results of transforms."`
}

// check validates the flags that all commands share.
func (c sharedFlags) check() error {
	if c.Timeout < 0 {
		return usageErrorf("--timeout %v: must be greater than 0", c.Timeout)
	}
	if c.Threads < 0 {
		return usageErrorf("--threads %d: must be at least 1, or 0 for all processors", c.Threads)
	}
	return nil
}

// talk is what a command writes beside its results.
type talk struct {
	quiet   bool // only errors
	verbose bool // also the name of the device
}

// chosen are the flags that select and configure engines.
type chosen struct {
	device  string
	wisdom  string
	threads int // 0: all processors
}

// An app holds the streams, the global flags and the temporary files of one command.
type app struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	chosen
	talk

	timeout time.Duration // 0: none
	grace   gracePeriod
	exit    func(status int) // ends the process if the command does not return
	opener  func(wgfft.Config) (*wgfft.Engine, error)
	outputs outputs
}

// run executes a command line and returns the exit status.
func (a *app) run(args []string) int {
	stderr, help := a.stderr, &errorKeeper{w: a.stdout}
	var c commands
	exited := -1 // set by --help, after which the parser continues
	parser, err := kong.New(&c,
		kong.Name("wgfft"),
		kong.Description(description),
		kong.PostBuild(expandHelp),
		kong.Writers(help, stderr),
		kong.Exit(func(code int) { exited = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
	)
	if err != nil { // the grammar is invalid
		fmt.Fprintln(stderr, message(err))
		return exitFailure
	}
	chosen, err := parser.Parse(joinNegativeValues(normalizeArgs(args)))
	switch {
	case help.err != nil:
		err = help.err
	case exited >= 0:
		return exited
	case err == nil:
		a.device, a.wisdom, a.threads = c.Device, c.Wisdom, c.Threads
		a.quiet, a.verbose = c.Quiet, c.Verbose
		a.noteMissingWisdom(chosen.Command())
		done := a.withTimeout(c.Timeout)
		defer done()
		if err = c.check(); err == nil {
			err = chosen.Run(a)
		}
	default:
		err = parserError(err, chosen)
	}
	if err == nil {
		return exitOK
	}
	if !errors.Is(err, syscall.EPIPE) { // the reader of standard output stopped
		fmt.Fprintln(stderr, a.errorLine(err))
	}
	return a.exitCode(err)
}

// An errorKeeper is a writer that keeps its first error. The parser drops errors of help texts.
type errorKeeper struct {
	w   io.Writer
	err error
}

// Write implements io.Writer.
func (r *errorKeeper) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// normalizeArgs translates help, --version, -V and an empty command line into arguments of the parser.
func normalizeArgs(args []string) []string {
	if len(args) == 0 {
		return []string{"--help"}
	}
	switch args[0] {
	case "help":
		return append(slices.Clone(args[1:]), "--help")
	case "--version", "-V":
		return []string{"version"}
	}
	return args
}

// negativeNumber matches the start of a negative number.
var negativeNumber = regexp.MustCompile(`^-[0-9.]`)

// joinNegativeValues replaces --flag -1 by --flag=-1. The parser takes -1 for a flag. Arguments after
// "--" do not change.
func joinNegativeValues(args []string) []string {
	var all []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(all, args[i:]...)
		}
		isBareFlag := strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=")
		if isBareFlag && i+1 < len(args) && negativeNumber.MatchString(args[i+1]) {
			i++
			arg += "=" + args[i]
		}
		all = append(all, arg)
	}
	return all
}

// A usageError reports an invalid command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usageErrorf returns a usageError.
func usageErrorf(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// parserError turns an error of the parser into a usageError that points to the help text.
func parserError(err error, chosen *kong.Context) error {
	var parse *kong.ParseError
	if chosen == nil && errors.As(err, &parse) {
		chosen = parse.Context
	}
	command := "wgfft"
	if chosen != nil && chosen.Selected() != nil {
		command += " " + chosen.Selected().Name
	}
	text := stripPackages(err.Error())
	if extra, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		text = unexpected(extra, chosen)
	}
	for _, p := range parserMessages {
		text = p.matches.ReplaceAllString(text, p.instead)
	}
	return usageErrorf("%s (see %s --help)", text, command)
}

// unexpected returns the message for a surplus argument.
func unexpected(argument string, chosen *kong.Context) string {
	if chosen == nil || chosen.Selected() == nil {
		return fmt.Sprintf("there is no command %s", argument)
	}
	command := chosen.Selected()
	if len(command.Children) > 0 {
		return fmt.Sprintf("there is no command %s %s", command.Name, argument)
	}
	for _, f := range command.Flags {
		if end := filepath.Ext(f.PlaceHolder); f.Name == "out" && strings.EqualFold(filepath.Ext(argument), end) {
			return fmt.Sprintf("unexpected argument %s: did you mean -o %s?", argument, argument)
		}
	}
	takes := count(len(command.Positional), "argument")
	return fmt.Sprintf("unexpected argument %s: %s takes %s", argument, command.Name, takes)
}

// parserMessages are patterns in messages of the parser, and their replacements.
var parserMessages = []struct {
	matches *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(--[a-z-]+|<[A-Z.]+>): expected .* value but got "EOL" \(<EOL>\)`), "$1: a value is missing"},
	{regexp.MustCompile(`^expected "(<.*>)`), `missing argument "$1`},
	{regexp.MustCompile(`expected value value but got`), "expected a value, not"},
	{regexp.MustCompile(` \((short|long) flag\)`), ""},
	{regexp.MustCompile(`expected a valid \d+ bit u?int but got (.*)`), "$1 is not an integer"},
	{regexp.MustCompile(`expected a float but got (.*) \(.*\)`), "$1 is not a number"},
	{regexp.MustCompile(`^<[A-Z.]+>(?: \.\.\.)?: bad spec`), "bad spec"},
	{regexp.MustCompile(`expected duration but got (".*"): time: .*`), "$1 is not a duration such as 30s or 2m"},
	{regexp.MustCompile(`^(--[a-z0-9-]+): (?:[a-z]+ )?("(?:[^"\\]|\\.)*")`), "$1 $2"}, // --norm: norm "x": use
}

// A fixedMessage is an error with a message that replaces the message of the error it wraps.
type fixedMessage struct {
	text string
	err  error
}

// Error implements error.
func (o *fixedMessage) Error() string { return o.text }
func (o *fixedMessage) Unwrap() error { return o.err }

// message returns the line printed for err.
func message(err error) string {
	var own *fixedMessage
	switch {
	case errors.As(err, &own):
		return "wgfft: " + own.text
	case errors.Is(err, context.Canceled):
		return "wgfft: interrupted: no result was written"
	}
	text := strings.TrimPrefix(stripPackages(err.Error()), "wgfft: ")
	return "wgfft: " + oneLine(programAdvice.Replace(text))
}

// programAdvice replaces advice for programs by advice for the command line.
var programAdvice = strings.NewReplacer(
	", or raise Config.MemoryLimit", "",
	"use DoubleSingle, or the CPU engine", "use --precision double-single, or --device cpu",
	"use Float64, which is", "use --precision float64, which is",
)

// oneLine joins the lines of a text and escapes control characters, which file names may contain.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	var b strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// packagePrefixes matches the package names in front of messages.
var packagePrefixes = regexp.MustCompile(`(^|[:;\n"] ?)(wgfft|plan|wgsl|device|pipeline|signals|imaging|large|` +
	`wav|npy|picture|chart|tune|wisdom|cpu|open): `)

// stripPackages removes package names from a message.
func stripPackages(text string) string {
	for {
		shorter := packagePrefixes.ReplaceAllString(text, "$1")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// detail prints a message with --verbose.
func (a *app) detail(format string, args ...any) {
	if a.verbose {
		a.note(format, args...)
	}
}

// note prints a message, except with --quiet.
func (a *app) note(format string, args ...any) {
	if a.quiet {
		return
	}
	fmt.Fprintf(a.stderr, "wgfft: %s\n", oneLine(fmt.Sprintf(format, args...)))
}
