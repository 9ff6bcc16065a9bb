package wgsl_test

import "testing"

func TestShapes(t *testing.T) {
	d := open(t)
	for name, tr := range shapes(t) {
		t.Run(name, func(t *testing.T) { tr.run(t, d) })
	}
}
