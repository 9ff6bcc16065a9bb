package signals

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseWindow returns the window with the given name. Names are listed in the package comment; case
// is ignored. A window with a parameter is written name:value, as in kaiser:14. The error wraps
// [ErrWindow] and lists the names or the range of the parameter.
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
				return Window{}, fmt.Errorf("%w %q: %s must be a number", ErrWindow, s, f.parameter())
			}
			w.param = v
		}
		if limit := w.paramError(); limit != "" {
			return Window{}, fmt.Errorf("%w %q: %s", ErrWindow, s, limit)
		}
		return w, nil
	}
	return Window{}, fmt.Errorf("%w %q: use one of %s", ErrWindow, s, strings.Join(WindowNames(), ", "))
}

// WindowNames returns the forms that [ParseWindow] accepts, with the parameter's name in capitals,
// as in kaiser:BETA.
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
