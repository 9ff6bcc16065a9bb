package plan

import (
	"slices"

	"wgfft/wgsl"
)

// An AxisFusion is a row axis together with the first factor of the columns across it, in one pass:
// see hier.Fusion. The rest of the columns may be done together with the next axis.
//
// Arrays that grow during the transform are not fused, because rows of zeros would be read.
// Transforms in place are not fused, because they need no scratch otherwise.
type AxisFusion struct {
	Rows, Columns Axis
	Factor        int
	Beyond        Axis // the next axis, if one pass does the rest of the columns together with it; otherwise N is 0
}

// FindAxisFusion returns the axis fusion that a choice of kernels begins with, and the number of
// kernels that it takes. The number is 0 if kernels begin with no axis fusion.
func FindAxisFusion(kernels []wgsl.Kernel, axes []Axis) (AxisFusion, int) {
	first := kernels[0]
	if len(axes) < 2 || FusedRow(first) == 0 || first.Stages.Outer[1] != (wgsl.Radices{}) ||
		first.Stages.InnerExtent > 1 {
		return AxisFusion{}, 0
	}
	s := AxisFusion{Rows: axes[0], Columns: axes[1], Factor: first.Stages.Outer[0].N()}
	if !s.IsValid() || first.Stages.Radices.N() != s.Rows.N || len(kernels) < 2 {
		return AxisFusion{}, 0
	}
	if second := kernels[1]; !second.IsOneAxis() {
		if len(axes) > 2 {
			s.Beyond = axes[2]
		}
		if !s.HasThirdAxis() || second.Stages.Outer[1] != (wgsl.Radices{}) || second.Stages.InnerExtent > 1 {
			return AxisFusion{}, 0
		}
		if second.Stages.Outer[0].N() != s.Beyond.N || second.Stages.Radices.N() != s.Columns.N/s.Factor {
			return AxisFusion{}, 0
		}
		return s, 2
	}
	return s, 1 + directCount(kernels[1:], s.Columns.N/s.Factor)
}

// FusedRow returns the points of a row of a kernel that does rows together with a factor of the columns, and
// 0 for other kernels.
func FusedRow(k wgsl.Kernel) int { return k.Load.View.Points[0].Extent }

// axisCount returns the number of axes of the fusion.
func (s AxisFusion) axisCount() int {
	if s.Beyond.N > 0 {
		return 3
	}
	return 2
}

// CanFuseAxes reports whether the kernels of a problem may fuse axes. Transforms in place and
// arrays that grow cannot. With Quick they do not, because such kernels have long texts.
func (p Problem) CanFuseAxes() bool { return !p.InPlace && !p.hasPaddedInput() && !p.Quick }

// HasAxisFusion reports whether one of the kernels fuses two axes.
func HasAxisFusion(kernels []wgsl.Kernel) bool {
	return slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return FusedRow(k) > 0 })
}

// IsValid reports whether the fusion exists: contiguous complex rows, and a proper factor of the
// columns.
func (s AxisFusion) IsValid() bool {
	if s.Rows.Kind != C2C || s.Rows.InnerExtent != 1 {
		return false
	}
	if s.Columns.Kind != C2C || s.Columns.InnerExtent != s.Rows.N {
		return false
	}
	return s.Factor > 1 && s.Factor < s.Columns.N && s.Columns.N%s.Factor == 0
}

// HasThirdAxis reports whether the rest of the columns can be done with the third axis, which must
// be complex and adjacent.
func (s AxisFusion) HasThirdAxis() bool {
	return s.Beyond.N > 1 && s.Beyond.Kind == C2C && s.Beyond.InnerExtent == s.Rows.N*s.Columns.N
}

// axis returns all fused axes as one.
func (s AxisFusion) axis() Axis {
	if s.Beyond.N > 0 {
		n := s.Beyond.InnerExtent * s.Beyond.N
		return Axis{N: n, InnerExtent: 1, Outer: s.Beyond.Outer, Inverse: s.Beyond.Inverse}
	}
	return Axis{N: s.Rows.N * s.Columns.N, InnerExtent: 1, Outer: s.Columns.Outer, Inverse: s.Columns.Inverse}
}
