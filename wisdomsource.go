package wgfft

import (
	"errors"
	"fmt"
)

// A WisdomKind is a kind of source of wisdom.
type WisdomKind uint8

// The sources of wisdom. The zero value is WisdomShipped.
const (
	WisdomShipped WisdomKind = iota // the wisdom that comes with the module
	WisdomCached                    // WisdomShipped, and wisdom kept in the user's cache directory
	WisdomNone                      // none: the cost model chooses, the same for devices with equal limits
	WisdomDir                       // WisdomShipped, and wisdom kept in a directory
	WisdomStored                    // WisdomShipped, and wisdom kept in a WisdomStore
)

// wisdomKinds are the names of the kinds.
var wisdomKinds = [...]string{"shipped", "cache", "off", "directory", "store"}

// String returns the kind's name: shipped, cache, off, directory or store.
func (k WisdomKind) String() string { return enumName(wisdomKinds[:], uint8(k), "wisdom") }

// A WisdomSource selects the measurements of a device that choose its kernels. The zero value takes
// the wisdom that comes with the module. A choice kept in a file goes before a choice of the
// module, unless the time of the module's choice is at least a tenth shorter. Results of two
// choices differ by roundings, so an engine uses wisdom from earlier runs only if Kind selects it.
type WisdomSource struct {
	Kind  WisdomKind
	Dir   string      // of kind WisdomDir: the directory
	Store WisdomStore // of kind WisdomStored: the store
}

// A WisdomStore keeps the wisdom of devices under names, for programs without files. In a web page it
// may be the local storage. The methods are called by one goroutine at a time for each engine.
type WisdomStore interface {
	// Get returns the wisdom that Put stored under a name, or nil if there is none.
	Get(name string) ([]byte, error)
	// Put stores wisdom, a text, under a name. It replaces the earlier text of that name.
	Put(name string, wisdom []byte) error
}

// ParseWisdomSource reads a WisdomSource from a command line: "shipped" or an empty text, "cache",
// "off", or the name of a directory.
func ParseWisdomSource(text string) (WisdomSource, error) {
	if text == "" {
		return WisdomSource{}, nil
	}
	for _, k := range []WisdomKind{WisdomShipped, WisdomCached, WisdomNone} {
		if text == k.String() {
			return WisdomSource{Kind: k}, nil
		}
	}
	s := WisdomSource{Kind: WisdomDir, Dir: text}
	return s, s.check()
}

// String returns the source as ParseWisdomSource reads it.
func (s WisdomSource) String() string {
	if s.Kind == WisdomDir {
		return s.Dir
	}
	return s.Kind.String()
}

// check refuses unknown kinds, and a directory or a store that the kind does not use.
func (s WisdomSource) check() error {
	switch {
	case s.Kind > WisdomStored:
		return fmt.Errorf("wgfft: %v: use WisdomShipped, WisdomCached, WisdomNone, WisdomDir or WisdomStored", s.Kind)
	case s.Kind != WisdomStored && s.Store != nil:
		return unused(fmt.Sprintf("a source of kind %v", s.Kind), "WisdomSource.Store", "use WisdomStored")
	case s.Kind == WisdomStored && s.Store == nil:
		return errors.New("wgfft: a source of kind store without a store: set WisdomSource.Store")
	case s.Kind != WisdomDir && s.Dir != "":
		return unused(fmt.Sprintf("a source of kind %v", s.Kind), "WisdomSource.Dir", "use WisdomDir")
	case s.Kind == WisdomDir && s.Dir == "":
		return errors.New("wgfft: a source of kind directory without a directory: set WisdomSource.Dir")
	}
	return nil
}
