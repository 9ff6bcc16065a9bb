//go:build !windows

package wisdom

// retry calls use once, because these systems can rename and replace files that are open.
func retry(use func() error) error { return use() }
