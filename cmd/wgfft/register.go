package main

import (
	"fmt"
	"image/png"
	"io"

	"wgfft/imaging"
)

type registerCommand struct {
	imageInput
	A     string  `arg:"" name:"A" help:"${photo_in}"`
	B     string  `arg:"" name:"B" help:"${register_b}"`
	Out   string  `short:"o" placeholder:"OUT.png" help:"${register_out}"`
	Edges *string `enum:"reflect,periodic" placeholder:"reflect" help:"${register_edges}"`
	JSON  bool    `help:"${json}"`
}

// minConfidence is the confidence below which a shift is unreliable.
const minConfidence = 0.2

func (r *registerCommand) Run(a *app) error {
	switch {
	case r.A == "-" && r.B == "-":
		return usageErrorf("standard input cannot be both images: name a file for one")
	case r.Out == "-" && r.JSON:
		return usageErrorf("the image and JSON cannot both go to standard output: name a file with -o")
	case r.Out == "" && r.Edges != nil:
		return usageErrorf("--edges applies to the aligned image: name a file for it with -o")
	case r.Out == "":
		s, err := r.find(a, nil)
		if err != nil {
			return err
		}
		return r.print(a, s)
	}
	for _, in := range []string{r.A, r.B} {
		if err := checkNotInput(a, in, r.Out, ".png"); err != nil {
			return err
		}
	}
	var s imaging.Shift
	err := writePNG(a, r.Out, func(w io.Writer) (err error) {
		s, err = r.find(a, w)
		return err
	})
	if err != nil {
		return err
	}
	return r.print(a, s)
}

// find returns the shift. It writes B aligned with A as PNG to aligned unless that is nil.
func (r *registerCommand) find(a *app, aligned io.Writer) (imaging.Shift, error) {
	var s imaging.Shift
	one, err := r.read(a, r.A)
	if err != nil {
		return s, err
	}
	other, err := r.read(a, r.B)
	if err != nil {
		return s, err
	}
	c, err := r.open(a, one)
	if err != nil {
		return s, err
	}
	defer c.Close()
	if s, err = imaging.Register(a.ctx, c, one, other); err != nil {
		return s, fmt.Errorf("%s: %w", displayName(r.B), withWayOut(err))
	}
	if s.Confidence < minConfidence {
		a.note("%s and %s have little in common: the shift is unreliable (confidence %.2f)",
			displayName(r.A), displayName(r.B), s.Confidence)
	}
	if aligned == nil {
		return s, nil
	}
	moved, err := imaging.Align(a.ctx, c, other, s, r.edges())
	if err != nil {
		return s, fmt.Errorf("%s: %w", displayName(r.B), withWayOut(err))
	}
	return s, png.Encode(aligned, moved)
}

// edges returns the value of --edges, Reflect by default.
func (r *registerCommand) edges() imaging.Edges {
	if r.Edges == nil {
		return imaging.Reflect
	}
	return parseEdges(*r.Edges)
}

// print prints the shift. If the image goes to standard output, it prints the shift as a message.
func (r *registerCommand) print(a *app, s imaging.Shift) error {
	if r.JSON {
		return printJSON(a.stdout, struct {
			DX         float64 `json:"dx"`
			DY         float64 `json:"dy"`
			Confidence float64 `json:"confidence"`
		}{s.DX, s.DY, s.Confidence})
	}
	line := fmt.Sprintf("dx %.3f, dy %.3f pixels, confidence %.2f", s.DX, s.DY, s.Confidence)
	if r.Out == "-" {
		a.note("%s", line)
		return nil
	}
	_, err := fmt.Fprintln(a.stdout, line)
	return err
}
