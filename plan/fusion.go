package plan

import (
	"slices"

	"wgfft/wgsl"
)

// An axis fusion is a pass that does rows and the first factor of the columns across them. A kernel
// takes r rows that lie far apart, transforms them, and does the r-point transforms across them. It
// writes its results contiguously, which is the first pass of the columns in Stockham's order. The
// rest of the columns is shorter by the factor r.
//
// 4096 x 4096 points take two passes: one of 4 x 4096 points and one of columns of 1024. Rows
// followed by columns in two passes would take three.
//
// Arrays that grow during the transform are not fused, because rows of zeros would be read.
// Transforms in place are not fused, because they need no scratch otherwise.
//
// The rest of the columns may be done together with the next axis: see threeAxisFusions.

// An axisFusion is a row axis together with the first factor of the columns across it.
type axisFusion struct {
	rows, columns Axis
	r             int
	beyond        Axis // the next axis, if the rest of the columns is done with it; otherwise N is 0
}

// axisFusionOf returns the axis fusion that a choice of kernels begins with, and the number of
// kernels that it takes. The number is 0 if kernels begin with no axis fusion.
func axisFusionOf(kernels []wgsl.Kernel, axes []Axis) (axisFusion, int) {
	first := kernels[0]
	if len(axes) < 2 || first.Load.Map.Run == 0 || first.OuterRadices[1] != (wgsl.Radices{}) || first.InnerExtent > 1 {
		return axisFusion{}, 0
	}
	s := axisFusion{rows: axes[0], columns: axes[1], r: first.OuterRadices[0].N()}
	if !s.isValid() || first.Radices.N() != s.rows.N || len(kernels) < 2 {
		return axisFusion{}, 0
	}
	if second := kernels[1]; !second.IsOneAxis() {
		if len(axes) > 2 {
			s.beyond = axes[2]
		}
		if !s.hasThirdAxis() || second.OuterRadices[1] != (wgsl.Radices{}) || second.InnerExtent > 1 {
			return axisFusion{}, 0
		}
		if second.OuterRadices[0].N() != s.beyond.N || second.Radices.N() != s.columns.N/s.r {
			return axisFusion{}, 0
		}
		return s, 2
	}
	return s, 1 + directCount(kernels[1:], s.columns.N/s.r)
}

// axisCount returns the number of axes of the fusion.
func (s axisFusion) axisCount() int {
	if s.beyond.N > 0 {
		return 3
	}
	return 2
}

// CanFuseAxes reports whether the kernels of a problem may fuse axes. Transforms in place and
// arrays that grow cannot.
func (p Problem) CanFuseAxes() bool { return !p.InPlace && !p.hasPaddedInput() }

// hasAxisFusion reports whether one of the kernels fuses two axes.
func hasAxisFusion(kernels []wgsl.Kernel) bool {
	return slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.Load.Map.Run > 0 })
}

// isValid reports whether the fusion exists: contiguous complex rows, and a proper factor of the
// columns.
func (s axisFusion) isValid() bool {
	if s.rows.Kind != C2C || s.rows.InnerExtent != 1 {
		return false
	}
	if s.columns.Kind != C2C || s.columns.InnerExtent != s.rows.N {
		return false
	}
	return s.r > 1 && s.r < s.columns.N && s.columns.N%s.r == 0
}

// hasThirdAxis reports whether the rest of the columns can be done with the third axis, which must
// be complex and adjacent.
func (s axisFusion) hasThirdAxis() bool {
	return s.beyond.N > 1 && s.beyond.Kind == C2C && s.beyond.InnerExtent == s.rows.N*s.columns.N
}

// axis returns all fused axes as one.
func (s axisFusion) axis() Axis {
	if s.beyond.N > 0 {
		n := s.beyond.InnerExtent * s.beyond.N
		return Axis{N: n, InnerExtent: 1, Outer: s.beyond.Outer, Inverse: s.beyond.Inverse}
	}
	return Axis{N: s.rows.N * s.columns.N, InnerExtent: 1, Outer: s.columns.Outer, Inverse: s.columns.Inverse}
}
