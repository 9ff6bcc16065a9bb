package imaging

import "fmt"

// Edges selects how an image is extended beyond its edges.
type Edges uint8

const (
	Reflect  Edges = iota // mirrored at each edge, without wrap-around
	Periodic              // repeated, for images that are tiles
)

// String returns "reflect" or "periodic".
func (e Edges) String() string {
	switch e {
	case Reflect:
		return "reflect"
	case Periodic:
		return "periodic"
	}
	return fmt.Sprintf("Edges(%d)", uint8(e))
}

func (e Edges) check() error {
	if e > Periodic {
		return parameter("edges %v are unknown: use Reflect or Periodic", e)
	}
	return nil
}

// index returns the index in a row of n samples that the extended row has at i, for any i.
func (e Edges) index(i, n int) int {
	period := n
	if e == Reflect {
		period = 2 * n
	}
	i %= period
	if i < 0 {
		i += period
	}
	if i >= n {
		i = period - 1 - i
	}
	return i
}
