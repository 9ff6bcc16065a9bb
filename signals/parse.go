package signals

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseWindow reads a window: a name as in the package comment, in any case, and behind a colon the parameter where the window has one, as
// in kaiser:14. The error wraps ErrWindow and lists the names.
func ParseWindow(s string) (Window, error) {
	name, parameter, given := strings.Cut(s, ":")
	for f := hann; f < custom; f++ {
		if !strings.EqualFold(name, f.String()) || given != (f.parameter() != "") {
			continue
		}
		w := Window{shape: f}
		if given {
			v, err := strconv.ParseFloat(parameter, 64)
			if err != nil {
				return Window{}, fmt.Errorf("%w %q: %s is a number", ErrWindow, s, f.parameter())
			}
			w.param = v
		}
		if limit := w.paramError(); limit != "" {
			return Window{}, fmt.Errorf("%w %q: %s", ErrWindow, s, limit)
		}
		return w, nil
	}
	return Window{}, fmt.Errorf("%w %q: choose one of %s", ErrWindow, s, strings.Join(WindowNames(), ", "))
}

// WindowNames lists what ParseWindow reads, with capitals where a number goes.
func WindowNames() []string {
	var names []string
	for f := hann; f < custom; f++ {
		name := f.String()
		if p := f.parameter(); p != "" {
			name += ":" + p
		}
		names = append(names, name)
	}
	return names
}
