package wisdom

import "fmt"

// A Store keeps texts by name, for programs without files.
type Store interface {
	Get(name string) ([]byte, error) // returns nil if the store has no such name
	Put(name string, text []byte) error
}

// A Stored is the wisdom of one device in a store.
type Stored struct {
	store  Store
	device Device
}

// In returns the wisdom of a device in a store.
func In(store Store, device Device) Stored { return Stored{store, device} }

// Where returns the name of the wisdom in the store.
func (s Stored) Where() string { return Name(s.device) }

// Load returns the wisdom in the store. The wisdom is empty if the store has none. If the text can't be used, the
// wisdom is empty and aside is the reason. Load returns the error of the store.
func (s Stored) Load() (w Wisdom, aside string, err error) {
	empty := Wisdom{Device: s.device}
	text, err := s.store.Get(s.Where())
	if err != nil {
		return empty, "", fmt.Errorf("wgfft: wisdom: %s: %w", s.Where(), err)
	}
	if len(text) == 0 {
		return empty, "", nil
	}
	w, unusable := parseFor(s.device, text)
	if unusable != nil {
		aside = fmt.Sprintf("%s is not used: %v", s.Where(), unusable)
	}
	return w, aside, nil
}

// Update replaces the wisdom in the store by the result of change, and returns the result. aside is as in Load.
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
