package cluster

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"wgfft"
)

// A field is a property that all ranks of a plan share.
type field struct{ Name, Value string }

// cardOf lists what the plan of this rank depends on.
func cardOf[C wgfft.Complex](c *Comm, p wgfft.Problem, o Options) []field {
	precision := "single"
	if unsafe.Sizeof(*new(C)) > unsafe.Sizeof(complex64(0)) {
		precision = "double"
	}
	return []field{
		{"version", c.version},
		{"precision", precision},
		{"kind", p.Kind.String()},
		{"shape", fmt.Sprint(p.Shape)},
		{"batch", fmt.Sprint(max(1, p.Batch))},
		{"norm", p.Norm.String()},
		{"choice of kernels", fmt.Sprintf("Quick %v, PackPairs %v", p.Quick, p.PackPairs)},
		{"order", o.Order.String()},
		{"pieces", fmt.Sprint(o.Pieces)},
		{"largest message", fmt.Sprint(c.maxMessage)},
	}
}

// compare returns an error on all ranks if the card of a rank differs, or if a rank has an error.
func (c *Comm) compare(card []field, err error) error {
	text, _ := json.Marshal(card)
	longest, mpi := c.min([]int64{-int64(len(text))})
	if mpi != nil {
		return mpi
	}
	padded := make([]byte, -longest[0])
	for i := copy(padded, text); i < len(padded); i++ {
		padded[i] = ' '
	}
	all, mpi := c.gather(padded)
	if mpi != nil {
		return mpi
	}
	var cards [][]field
	for rank, text := range all {
		var card []field
		if err := json.Unmarshal(text, &card); err != nil {
			return fmt.Errorf("cluster: rank %d sent a description that this version can't read: "+
				"run the same program on all ranks", rank)
		}
		cards = append(cards, card)
	}
	if err := differences(cards); err != nil {
		return err
	}
	return c.agree(err, callPlan)
}

// differences returns an error that names the ranks that differ from rank 0, and their fields.
func differences(cards [][]field) error {
	var all []string
	for i, f := range cards[0] {
		var ranks []string
		values := []string{}
		for rank, card := range cards {
			switch {
			case i >= len(card) || card[i].Name != f.Name:
				ranks = append(ranks, fmt.Sprint(rank))
			case card[i].Value != f.Value:
				ranks = append(ranks, fmt.Sprint(rank))
				if !slices.Contains(values, card[i].Value) {
					values = append(values, card[i].Value)
				}
			}
		}
		if len(ranks) > 0 {
			all = append(all, fmt.Sprintf("the %s of ranks %s is %s, and that of rank 0 is %s", f.Name,
				strings.Join(ranks, ", "), strings.Join(values, " or "), f.Value))
		}
	}
	if all == nil {
		return nil
	}
	return fmt.Errorf("cluster: the plans of the ranks differ: %s: run one program with the same arguments on "+
		"all ranks", strings.Join(all, "; "))
}
