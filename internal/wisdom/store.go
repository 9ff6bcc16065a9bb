package wisdom

import "fmt"

// A Store keeps texts under names, for programs without files.
type Store interface {
	Get(name string) ([]byte, error) // returns nil if there is none
	Put(name string, text []byte) error
}

// A Stored is the place of the wisdom of one device in a store.
type Stored struct {
	store  Store
	device Device
}

// In returns the place of a device in a store.
func In(store Store, device Device) Stored { return Stored{store, device} }

// Where returns the name in the store.
func (s Stored) Where() string { return Name(s.device) }

// Load returns the content of the place, which is empty if there is none, or if it can't be used; aside then gives
// the reason. The error is one of reading.
func (s Stored) Load() (w Wisdom, aside string, err error) {
	empty := Wisdom{Device: s.device}
	text, err := s.store.Get(s.Where())
	if err != nil {
		return empty, "", fmt.Errorf("wgfft: wisdom: %s: %w", s.Where(), err)
	}
	if len(text) == 0 {
		return empty, "", nil
	}
	w, unusable := Parse(text)
	if unusable == nil {
		unusable = s.device.Same(w.Device)
	}
	if unusable != nil {
		return empty, fmt.Sprintf("%s is not used: %v", s.Where(), unusable), nil
	}
	return w, "", nil
}

// Update replaces the content of the place by the result of change, and returns that.
func (s Stored) Update(change func(Wisdom) (Wisdom, error)) (changed Wisdom, aside string, err error) {
	have, aside, err := s.Load()
	if err != nil {
		return Wisdom{}, aside, err
	}
	if changed, err = change(have); err != nil {
		return Wisdom{}, aside, err
	}
	text, err := changed.Encode()
	if err != nil {
		return Wisdom{}, aside, err
	}
	if err := s.store.Put(s.Where(), text); err != nil {
		return Wisdom{}, aside, fmt.Errorf("wgfft: wisdom: %s: %w", s.Where(), err)
	}
	return changed, aside, nil
}
