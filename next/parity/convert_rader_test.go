package parity

import (
	"regexp"
	"strings"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// setRader sets the Rader stage.
func setRader(o old.Kernel, k *wgsl.Kernel) error {
	k.Stages.Rader = wgsl.Rader{Prime: o.Rader.Prime, Radices: wgsl.Radices(o.Rader.Radices), Fold: o.Rader.Fold}
	return nil
}

var (
	carriedPart = regexp.MustCompile(`let x0_sub(\d+) = [^;]*;`)
	productPart = regexp.MustCompile(`let dc_at(\d+) = sub(\w)\d+ `)
)

// withCarriedNames returns an old text with the names that the new one has for the transforms of carried points: those of
// the butterflies that take them.
func withCarriedNames(text string) string {
	product := productPart.FindStringSubmatch(text)
	if product == nil {
		return text
	}
	text = carriedPart.ReplaceAllStringFunc(text, func(line string) string {
		b := carriedPart.FindStringSubmatch(line)[1]
		j := regexp.MustCompile(`let j` + product[2] + b + ` = [^;]*;`).FindString(text)
		return j + "\n" + regexp.MustCompile(`let sub`+product[2]+b+` = [^;]*;`).FindString(text)
	})
	return strings.ReplaceAll(text, "x0_sub", "sub"+product[2])
}
