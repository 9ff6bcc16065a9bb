package main

import (
	"fmt"
	"strconv"
	"strings"

	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// wisdomSpec returns the spec of the transforms that an entry of wisdom serves, with the batch of its
// measurement. An axis in parentheses is not transformed. Remaining words of the key follow in parentheses.
//
// A key is a list of words: for each axis its length, after a kind unless it is complex, then a batch.
func wisdomSpec(entry wisdom.Entry) string {
	var kinds, dims, other []string
	words := strings.Fields(entry.Key)
	for _, word := range words[:max(0, len(words)-1)] { // without the batch
		_, notKind := plan.ParseKind(word)
		_, notLength := strconv.Atoi(strings.Trim(word, "()"))
		switch {
		case notKind == nil:
			if len(kinds) == 0 || kinds[len(kinds)-1] != word {
				kinds = append(kinds, word)
			}
		case notLength == nil:
			dims = append(dims, word)
		default:
			other = append(other, word)
		}
	}
	if len(kinds) == 0 {
		kinds = []string{plan.C2C.String()}
	}
	spec := fmt.Sprintf("%s:%s*%d", strings.Join(kinds, "+"), strings.Join(dims, "x"), entry.Batch)
	if len(other) > 0 {
		spec += " (" + strings.Join(other, " ") + ")"
	}
	return spec
}
