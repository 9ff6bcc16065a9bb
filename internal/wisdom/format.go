package wisdom

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wgfft/plan"
)

// A wisdom file begins with a line that holds the file version and the SHA-256 digest of the rest.
// JSON follows:
//
//	wgfft wisdom 2 sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
//	{
//	 "device": { ...
//
// The text is canonical: Parse accepts only what Encode writes.

// ErrUnusable is wrapped by errors about unusable wisdom: damaged, invalid, or of another version or
// device.
var ErrUnusable = errors.New("wgfft: wisdom can't be used")

// wisdomVersion is the version of the file format.
const wisdomVersion = 2

// Limits of wisdom files. They are far above the needs of tuning every length of a device.
const (
	MaxBytes        = 8 << 20
	maxEntries      = 1 << 14
	maxRejections   = 1 << 12
	maxEntryKernels = 128 // of an entry
	maxTextBytes    = 1 << 10
	maxRegisters    = 1 << 10 // of a thread
)

// Encode returns the wisdom as the text of a file.
func (w Wisdom) Encode() ([]byte, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	if w.Entries == nil {
		w.Entries = []Entry{}
	}
	if w.Rejected == nil {
		w.Rejected = []Rejection{}
	}
	var body bytes.Buffer
	out := json.NewEncoder(&body)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	if err := out.Encode(w); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	head := wisdomHead(body.Bytes())
	if len(head)+body.Len() > MaxBytes {
		return nil, tooMuch("bytes", len(head)+body.Len(), MaxBytes)
	}
	return append([]byte(head), body.Bytes()...), nil
}

// wisdomHead returns the first line of a file.
func wisdomHead(body []byte) string {
	return fmt.Sprintf("wgfft wisdom %d sha256 %x\n", wisdomVersion, sha256.Sum256(body))
}

// Parse parses the text of a wisdom file. Only text that Encode writes is accepted.
func Parse(file []byte) (Wisdom, error) {
	if len(file) > MaxBytes {
		return Wisdom{}, tooMuch("bytes", len(file), MaxBytes)
	}
	first, body, _ := bytes.Cut(file, []byte("\n"))
	version := 0
	if _, err := fmt.Sscanf(string(first), "wgfft wisdom %d ", &version); err != nil {
		return Wisdom{}, fmt.Errorf("%w: it does not begin like a wisdom file", ErrUnusable)
	}
	if version != wisdomVersion {
		return Wisdom{}, fmt.Errorf("%w: it is a file of version %d: this library reads version %d; tune again",
			ErrUnusable, version, wisdomVersion)
	}
	if string(first)+"\n" != wisdomHead(body) {
		return Wisdom{}, fmt.Errorf("%w: its text does not match its digest: it is damaged; tune again", ErrUnusable)
	}
	var w Wisdom
	if err := json.Unmarshal(body, &w); err != nil {
		return Wisdom{}, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	again, err := w.Encode()
	if err != nil {
		return Wisdom{}, err
	}
	if !bytes.Equal(again, file) {
		return Wisdom{}, fmt.Errorf("%w: it is not written as this library writes it", ErrUnusable)
	}
	return w, nil
}

// tooMuch returns the error for a count above its limit.
func tooMuch(what string, need, have int) error {
	return fmt.Errorf("%w: %d %s, want at most %d; tune fewer problems into one file", ErrUnusable, need, what, have)
}

// checkCounts returns an error if there are too many entries or rejections.
func (w Wisdom) checkCounts() error {
	switch {
	case len(w.Entries) > maxEntries:
		return tooMuch("choices", len(w.Entries), maxEntries)
	case len(w.Rejected) > maxRejections:
		return tooMuch("failures", len(w.Rejected), maxRejections)
	}
	return nil
}

// unusable returns an error that wraps ErrUnusable and describes an invalid part of the wisdom.
func unusable(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnusable, fmt.Sprintf(format, args...))
}

// check returns an error that describes the first invalid part of the wisdom.
func (w Wisdom) check() error {
	if err := w.checkCounts(); err != nil {
		return err
	}
	if err := w.checkDevice(); err != nil {
		return err
	}
	if err := w.checkEntries(); err != nil {
		return err
	}
	return w.checkRejections()
}

// checkDevice returns an error for an invalid description of the device, its speed, or its double precision.
func (w Wisdom) checkDevice() error {
	d := w.Device
	for _, s := range []string{d.Vendor, d.Name, d.Driver, d.Backend} {
		if !isPlainText(s) {
			return unusable("device %q: names are short lines of text", s)
		}
	}
	if d.Invocations < 1 || d.WorkgroupBytes < 1 || d.KernelVersion < 1 {
		return unusable("device %q has no workgroups, or no kernel version", d.Name)
	}
	if s := w.Speed; !isPositive(s.Copy) && s.Copy != 0 || !isPositive(s.Dispatch) && s.Dispatch != 0 ||
		s.Registers < 0 || s.Registers > maxRegisters {
		return unusable("speed %v", w.Speed)
	}
	if err := w.Double.check(); err != nil {
		return unusable("%v", err)
	}
	return nil
}

// checkEntries returns an error if the entries are not in order, or one is invalid.
func (w Wisdom) checkEntries() error {
	for i, c := range w.Entries {
		if i > 0 && compareEntries(w.Entries[i-1], c) >= 0 {
			return unusable("key %q does not follow %q", c.Key, w.Entries[i-1].Key)
		}
		if err := c.check(); err != nil {
			return unusable("key %q: %v", c.Key, err)
		}
	}
	return nil
}

// checkRejections returns an error if the rejections are not in order, one is invalid, or an entry has rejected
// kernels.
func (w Wisdom) checkRejections() error {
	for i, f := range w.Rejected {
		if i > 0 && compareRejections(w.Rejected[i-1], f) >= 0 || !slices.IsSorted(f.Kernels) {
			return unusable("rejected kernels: %v is not in order", f.Kernels)
		}
		if err := checkKernels(f.Kernels); err != nil {
			return unusable("rejected kernels: %v", err)
		}
		if !isPlainText(f.Evidence) {
			return unusable("rejected kernels: evidence %q is not one line of text", f.Evidence)
		}
		for _, c := range w.Entries {
			if f.isIn(c.Kernels) {
				return unusable("key %q: its kernels are rejected", c.Key)
			}
		}
	}
	return nil
}

// check returns an error that describes the first invalid field of an entry.
func (c Entry) check() error {
	if head, batch := splitKey(c.Key); head == "" || batch < 1 || batch > plan.MaxChoiceBatch || !isPlainText(c.Key) {
		return errors.New("it is not a tuning key")
	}
	switch {
	case c.Batch < 1 || c.Compared < 1:
		return fmt.Errorf("measured %d times with %d arrays", c.Compared, c.Batch)
	case !isPositive(c.Ms) || c.UntunedMs != 0 && !isPositive(c.UntunedMs):
		return fmt.Errorf("%v ms, %v ms untuned: times are above 0", c.Ms, c.UntunedMs)
	case c.UntunedMs > 0 && c.Ms > c.UntunedMs:
		return fmt.Errorf("%v ms is more than %v ms untuned", c.Ms, c.UntunedMs)
	case !isPositive(c.Allowed) || !(c.Error >= 0 && c.Error <= c.Allowed):
		return fmt.Errorf("error %v of %v allowed", c.Error, c.Allowed)
	}
	return checkKernels(c.Kernels)
}

// checkKernels returns an error if there are too many names, or for the first invalid one.
func checkKernels(names []string) error {
	if len(names) < 1 || len(names) > maxEntryKernels {
		return fmt.Errorf("%d kernels: there are from 1 to %d", len(names), maxEntryKernels)
	}
	for _, name := range names {
		if len(name) > maxTextBytes {
			return fmt.Errorf("a kernel's name of %d bytes, want at most %d", len(name), maxTextBytes)
		}
	}
	_, err := parseKernels(names)
	return err
}

func isPositive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// isPlainText reports whether a text is one short line of printable characters.
func isPlainText(s string) bool {
	isControl := func(r rune) bool { return !unicode.IsPrint(r) }
	return len(s) <= maxTextBytes && utf8.ValidString(s) && !strings.ContainsFunc(s, isControl)
}
