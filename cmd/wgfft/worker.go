package main

import (
	"errors"

	"wgfft"
)

type workerCommand struct{}

// Help is the long help.
func (workerCommand) Help() string {
	return "A Go program that calls wgfft.OpenWorker with the command wgfft worker starts it, and it ends with " +
		"the program. The two exchange data through pipes and shared memory, so both are of the same version."
}

func (workerCommand) Run(*app) error {
	wgfft.RunWorker()
	return errors.New("worker computes for a Go program, which starts it with wgfft.OpenWorker: " +
		"use another command here")
}
