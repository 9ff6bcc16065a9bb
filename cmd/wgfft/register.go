package main

import (
	"encoding/json"
	"fmt"

	"wgfft/imaging"
)

type registerCommand struct {
	A    string `arg:"" name:"A" help:"Picture, PNG, JPEG or TIFF; - for standard input."`
	B    string `arg:"" name:"B" help:"Picture of the same size: the shift is that of B against A, in pixels to the right and downwards."`
	JSON bool   `help:"Print JSON."`
}

// doubtful is the confidence below which a shift means little.
const doubtful = 0.2

func (r *registerCommand) Run(a *app) error {
	if r.A == "-" && r.B == "-" {
		return misuse("register: both pictures from standard input: name a file for one of them")
	}
	one, err := readPicture(a, r.A)
	if err != nil {
		return err
	}
	other, err := readPicture(a, r.B)
	if err != nil {
		return err
	}
	c, err := a.open("")
	if err != nil {
		return err
	}
	defer c.Close()
	s, err := imaging.Register(a.ctx, c, one, other)
	if err != nil {
		return fmt.Errorf("%s: %w", title(r.B), err)
	}
	if s.Confidence < doubtful {
		a.note("%s and %s have hardly anything in common: the shift means little", title(r.A), title(r.B))
	}
	if r.JSON {
		out := json.NewEncoder(a.stdout)
		out.SetIndent("", "  ")
		return out.Encode(struct {
			DX         float64 `json:"dx"`
			DY         float64 `json:"dy"`
			Confidence float64 `json:"confidence"`
		}{s.DX, s.DY, s.Confidence})
	}
	_, err = fmt.Fprintf(a.stdout, "dx %.3f, dy %.3f pixels, confidence %.2f\n", s.DX, s.DY, s.Confidence)
	return err
}
