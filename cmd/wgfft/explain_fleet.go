package main

import (
	"fmt"
	"strings"

	"wgfft"
	"wgfft/plan"
)

// devices returns the devices of --device. Several are separated by commas.
func (a *app) devices() []string { return strings.Split(a.device, ",") }

// fleet runs a transform of slices on several devices, and prints their shares and times.
func (e *explainCommand) fleet(a *app) error {
	if e.Limits != "" || e.WGSL || e.JSON || e.SVG || e.Host || e.Analyze || e.Inverse || e.Quick ||
		!e.Precision.isSingle() || e.Algorithm.Algorithm != plan.Any {
		return usageErrorf("explain takes no flags with several devices, only a SPEC")
	}
	config, err := a.config(wgfft.HostDefault)
	if err != nil {
		return err
	}
	var members []wgfft.Member
	for _, name := range a.devices() {
		choice, err := wgfft.ParseChoice(name)
		if err != nil {
			return err
		}
		members = append(members, wgfft.Member{Device: choice})
	}
	config.Device = wgfft.Choice{}
	c, err := wgfft.OpenAll(config, members...)
	if err != nil {
		return withDevices(err)
	}
	defer c.Close()
	problem := e.Spec.Problem
	problem.Norm = plan.Norm(e.Norm.Norm)
	p, err := planChecked(a.ctx, c, c.Transforms, problem)
	if err != nil {
		return specError(problem, err)
	}
	defer p.close()
	ms, err := timeHost(a, p)
	if err != nil {
		return specError(problem, err)
	}
	_, err = fmt.Fprintf(a.stdout, "%v\n%v\nhost memory: measured %.4f ms, %.2f GB/s\n", problem, p.plan, ms,
		gbps(problem, ms))
	return err
}
