package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"wgfft/signals/wav"
)

func main() {
	name := flag.String("o", "examples/data/dawn.wav", "file to write")
	flag.Parse()
	if err := write(*name); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write writes the chorus to the named file.
func write(name string) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return wav.Write16(f, rate, 1, dawn())
}
