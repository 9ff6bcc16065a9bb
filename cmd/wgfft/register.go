package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"io"

	"wgfft"
	"wgfft/imaging"
)

type registerCommand struct {
	photoInput
	A     string  `arg:"" name:"A" help:"Picture, PNG, JPEG or TIFF; - for standard input."`
	B     string  `arg:"" name:"B" help:"Picture of the same size: the shift is that of B against A, in pixels to the right and downwards."`
	Out   string  `short:"o" placeholder:"OUT.png" help:"File for B moved back upon A, of 16 bits where B has them; - for standard output. The shift is printed as well."`
	Edges *string `enum:"reflect,periodic" placeholder:"reflect" help:"How B goes on beyond its edges, where -o needs more of it: reflect, periodic."`
	JSON  bool    `help:"Print JSON."`
}

// doubtful is the confidence below which a shift means little.
const doubtful = 0.2

func (r *registerCommand) Run(a *app) error {
	switch {
	case r.A == "-" && r.B == "-":
		return misuse("register: both pictures from standard input: name a file for one of them")
	case r.Out == "-" && r.JSON:
		return misuse("register: the picture and JSON both to standard output: name a file with -o")
	case r.Out == "" && r.Edges != nil:
		return misuse("register: --edges is for a picture that is moved: name a file for it with -o")
	case r.Out == "":
		s, err := r.find(a, nil)
		if err != nil {
			return err
		}
		return r.tell(a, s)
	}
	for _, in := range []string{r.A, r.B} {
		if err := checkApart(a, in, r.Out, ".png"); err != nil {
			return err
		}
	}
	var s imaging.Shift
	err := writePicture(a, r.Out, func(w io.Writer) (err error) {
		s, err = r.find(a, w)
		return err
	})
	if err != nil {
		return err
	}
	return r.tell(a, s)
}

// find finds the shift, and writes B moved back to aligned unless that is nil.
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
	c, err := a.open(wgfft.HostDefault)
	if err != nil {
		return s, err
	}
	defer c.Close()
	if s, err = imaging.Register(a.ctx, c, one, other); err != nil {
		return s, fmt.Errorf("%s: %w", title(r.B), err)
	}
	if s.Confidence < doubtful {
		a.note("%s and %s have hardly anything in common: the shift means little", title(r.A), title(r.B))
	}
	if aligned == nil {
		return s, nil
	}
	moved, err := imaging.Align(a.ctx, c, other, s, r.edges())
	if err != nil {
		return s, fmt.Errorf("%s: %w", title(r.B), err)
	}
	return s, png.Encode(aligned, moved)
}

// edges are those of --edges, mirrored ones without.
func (r *registerCommand) edges() imaging.Edges {
	if r.Edges == nil {
		return imaging.Reflect
	}
	return edgesOf(*r.Edges)
}

// tell prints the shift, as a message where the picture went to standard output.
func (r *registerCommand) tell(a *app, s imaging.Shift) error {
	if r.JSON {
		out := json.NewEncoder(a.stdout)
		out.SetIndent("", "  ")
		return out.Encode(struct {
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
