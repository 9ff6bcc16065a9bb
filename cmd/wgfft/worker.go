package main

import (
	"errors"

	"wgfft"
)

type workerCommand struct{}

// Help is the long help.
func (workerCommand) Help() string {
	return "A Go program starts this command with wgfft.OpenWorker. The command ends when the program ends. " +
		"Both need the same version of wgfft, because they exchange data through pipes and shared memory."
}

func (workerCommand) Run(*app) error {
	wgfft.RunWorker()
	return errors.New("worker computes for a Go program, which starts it with wgfft.OpenWorker: " +
		"use another command here")
}
