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

	"wgfft/internal/stdfiles"
	"wgfft/signals"
)

// The exit statuses.
const (
	exitOK       = 0
	exitFailure  = 1
	exitUsage    = 2
	exitDeadline = 124 // as timeout(1) has it
	exitSignal   = 128 // and the number of the signal, as shells have it
)

func main() {
	quietLoader()
	debug.SetTraceback("crash") // where native code aborts, the process ends by SIGABRT, and not with the status of usage
	ctx, end := context.WithCancelCause(context.Background())
	a := &app{ctx: ctx, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr}
	if stdfiles.OutputClosed() {
		a.stdout = noOutput{}
	}
	a.watchSignals(end)
	os.Exit(a.run(os.Args[1:]))
}

// A noOutput is a standard output that was closed before the command began.
type noOutput struct{}

// Write implements io.Writer.
func (noOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed; name a file with -o, or open it")
}

// quietLoader sets XDG_RUNTIME_DIR if it is not set to an absolute path, as on servers and in containers. A layer of
// Mesa's, which chooses Vulkan devices, looks for a Wayland display there. Otherwise it prints "error: XDG_RUNTIME_DIR
// is invalid or not set in the environment." several times.
func quietLoader() {
	if !filepath.IsAbs(os.Getenv("XDG_RUNTIME_DIR")) {
		os.Setenv("XDG_RUNTIME_DIR", os.TempDir())
	}
}

// commands is the grammar of the command line.
type commands struct {
	Device string `help:"Where to compute: ${devices}." default:"auto" placeholder:"auto"`
	Wisdom string `help:"Which measurements choose kernels: cache (what tune kept), shipped, off, or a directory." default:"cache" placeholder:"cache"`

	Timeout time.Duration `placeholder:"10s" help:"End after this time, with exit status 124."`
	Quiet   bool          `short:"q" help:"Print errors only, and results." xor:"talk"`
	Verbose bool          `short:"v" help:"Tell also where it is computed." xor:"talk"`

	FFT         fftCommand         `cmd:"" help:"Transform a NumPy array along its last axis, or others."`
	RFFT        rfftCommand        `cmd:"" help:"Transform real numbers to the half of their spectrum."`
	IRFFT       irfftCommand       `cmd:"" help:"Transform half spectra to real numbers."`
	DCT         dctCommand         `cmd:"" help:"Transform real numbers by cosines."`
	DST         dstCommand         `cmd:"" help:"Transform real numbers by sines."`
	Convolve    convolveCommand    `cmd:"" help:"Convolve a NumPy array with another, or correlate them."`
	Spectrogram spectrogramCommand `cmd:"" help:"Draw the spectrogram of a WAV file."`
	Spectrum    spectrumCommand    `cmd:"" help:"Show the frequencies of a picture."`
	Filter      filterCommand      `cmd:"" help:"Filter a picture by its frequencies."`
	Register    registerCommand    `cmd:"" help:"Find by how much a picture is moved against another, and move it back."`
	Info        infoCommand        `cmd:"" help:"List the adapters, and what to install where there is none."`
	Explain     explainCommand     `cmd:"" help:"Show how a transform is done."`
	Bench       benchCommand       `cmd:"" help:"Measure how long transforms take."`
	Tune        tuneCommand        `cmd:"" help:"Find the fastest kernels for transforms on this device, and remember them."`
	Known       wisdomCommand      `cmd:"" name:"wisdom" help:"Show what tune found, and take it to other machines."`
	Verify      verifyCommand      `cmd:"" help:"Check the results of transforms."`
	Version     versionCommand     `cmd:"" help:"Say which version this is."`
}

// check looks at the values of flags that all commands have.
func (c *commands) check() error {
	if c.Timeout < 0 {
		return usageErrorf("--timeout %v: give a time above 0", c.Timeout)
	}
	return nil
}

// An app is what a command has of the world.
type app struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	device string
	wisdom string

	quiet, verbose bool

	timeout time.Duration // 0: none
	grace   gracePeriod
	outputs outputs
}

// run carries out a command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&app{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}).run(args)
}

// run carries out a command line and returns the exit status.
func (a *app) run(args []string) int {
	stderr, help := a.stderr, &errorKeeper{w: a.stdout}
	var c commands
	exited := -1 // set by --help, which prints and lets the parser go on
	parser, err := kong.New(&c,
		kong.Name("wgfft"),
		kong.Description("Fast Fourier transforms on any GPU, through WebGPU.\n\nA SPEC is KIND:SHAPE*BATCH, such as c2c:4096*16384 or r2c:512x512*256; kinds are c2c, r2c, c2r, dct1 to dct4 and dst1 to dst4.\n\nExit status: 0 for success, 1 for a failure, 2 for a command line that makes no sense, 124 after --timeout, 128 and the signal's number after a signal (130 for Ctrl-C)."),
		kong.Vars{
			"devices": "auto, cpu, software, an adapter's index, or a part of its name",
			"windows": strings.Join(signals.WindowNames(), ", "),
		},
		kong.Writers(help, stderr),
		kong.Exit(func(code int) { exited = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
	)
	if err != nil { // the grammar itself is wrong
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
		a.device, a.wisdom = c.Device, c.Wisdom
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
	if !errors.Is(err, syscall.EPIPE) { // the reader of standard output has enough
		fmt.Fprintln(stderr, a.errorLine(err))
	}
	return a.exitCode(err)
}

// A remembering writer keeps its first error: the parser drops that of a help text.
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

// usual turns what people try into what the parser knows: help and version in other spellings, and no arguments at all.
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

// negative is what negative numbers begin with.
var negativeNumber = regexp.MustCompile(`^-[0-9.]`)

// joined are arguments in which negative numbers behind --flag are its value, as in --flag=-1: the parser would take them for flags.
func joinNegativeValues(args []string) []string {
	var all []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(all, args[i:]...)
		}
		if strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=") && i+1 < len(args) && negativeNumber.MatchString(args[i+1]) {
			i++
			arg += "=" + args[i]
		}
		all = append(all, arg)
	}
	return all
}

// A usageError is a command line that makes no sense.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// misuse returns a usageError.
func usageErrorf(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// usage turns an error of the parser into a usageError that says where to look.
func parserError(err error, chosen *kong.Context) error {
	var parse *kong.ParseError
	if chosen == nil && errors.As(err, &parse) {
		chosen = parse.Context
	}
	command := "wgfft"
	if chosen != nil && chosen.Selected() != nil {
		command += " " + chosen.Selected().Name
	}
	text := err.Error()
	if extra, ok := strings.CutPrefix(text, "unexpected argument "); ok {
		text = unexpected(extra, chosen)
	}
	for _, p := range parserMessages {
		text = p.matches.ReplaceAllString(text, p.instead)
	}
	return usageErrorf("%s: see %s --help", stripPackages(text), command)
}

// unexpected returns the message for an argument that a command does not take.
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

// parserWords are what the parser says, and what to say instead.
var parserMessages = []struct {
	matches *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(--[a-z-]+|<[A-Z.]+>): expected .* value but got "EOL" \(<EOL>\)`), "$1: a value is missing"},
	{regexp.MustCompile(`^expected "(<.*>)`), `missing argument "$1`},
	{regexp.MustCompile(`expected value value but got`), "expected a value, not"},
	{regexp.MustCompile(` \((short|long) flag\)`), ""},
	{regexp.MustCompile(`expected a valid \d+ bit u?int but got (.*)`), "$1 is not a whole number"},
	{regexp.MustCompile(`expected a float but got (.*) \(.*\)`), "$1 is not a number"},
	{regexp.MustCompile(`expected duration but got (".*"): time: .*`), "$1 is not a time, which is written as 30s or 2m"},
}

// An ownWords is an error with a message of its own, whatever it wraps.
type fixedMessage struct {
	text string
	err  error
}

func (o *fixedMessage) Error() string { return o.text }
func (o *fixedMessage) Unwrap() error { return o.err }

// message is the line that tells of err.
func message(err error) string {
	var own *fixedMessage
	switch {
	case errors.As(err, &own):
		return "wgfft: " + own.text
	case errors.Is(err, context.Canceled):
		return "wgfft: interrupted; no result was written"
	}
	text := strings.TrimPrefix(stripPackages(err.Error()), "wgfft: ")
	text = strings.ReplaceAll(text, ", or raise Config.MemoryLimit", "") // which is for programs
	return "wgfft: " + oneLine(text)
}

// oneLine makes one line of a text that is safe on a terminal: control characters, as in names of files, become
// escapes.
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

// packages matches the names of packages before what they say.
var packagePrefixes = regexp.MustCompile(`(^|[:;\n"] ?)(wgfft|plan|wgsl|device|pipeline|signals|imaging|wav|npy|picture|chart|tune|wisdom|cpu): `)

// withoutPackages drops the names of packages: who uses the command need not know them.
func stripPackages(text string) string {
	for {
		shorter := packagePrefixes.ReplaceAllString(text, "$1")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// detail prints a message for those who want to know more.
func (a *app) detail(format string, args ...any) {
	if a.verbose {
		a.note(format, args...)
	}
}

// note prints a message, unless nobody wants any.
func (a *app) note(format string, args ...any) {
	if a.quiet {
		return
	}
	fmt.Fprintf(a.stderr, "wgfft: %s\n", oneLine(fmt.Sprintf(format, args...)))
}
