package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCommand struct{}

func (versionCommand) Run(a *app) error {
	_, err := fmt.Fprintln(a.stdout, version())
	return err
}

// version returns the version, the revision and the platform of the build.
func version() string {
	line := "wgfft"
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" {
			line += " " + v
		}
		set := map[string]string{}
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
		if r := set["vcs.revision"]; r != "" {
			line += fmt.Sprintf(", %s %.12s of %s", set["vcs"], r, set["vcs.time"])
			if set["vcs.modified"] == "true" {
				line += " with changes"
			}
		}
	}
	return fmt.Sprintf("%s, %s %s/%s", line, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
