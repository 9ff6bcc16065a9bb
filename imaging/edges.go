package imaging

import "fmt"

// Edges say how a picture goes on beyond its edges.
type Edges uint8

const (
	Reflect  Edges = iota // mirrored at each edge: nothing wraps round
	Periodic              // repeated: for pictures that are tiles
)

// String is the name.
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
		return parameter("%v: use Reflect or Periodic", e)
	}
	return nil
}

// index is where sample i of a row of n comes from, for any i.
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
