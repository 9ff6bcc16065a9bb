package wgsl

import "slices"

// ranges are the least and greatest values of indices for all lanes of all workgroups. A named index that is the
// same in every workgroup is evaluated for each lane. The range of another index follows from the ranges of its
// operands, so the true range may be smaller.
type ranges struct {
	lanes int
	known map[*Index][2]int64
}

// unbounded is the greatest value of an index without a known bound.
const unbounded = int64(1) << 32

// of returns the least and the greatest value of an index.
func (r *ranges) of(x *Index) (lo, hi int64) {
	if x.op == opConst {
		return int64(x.n), int64(x.n)
	}
	if v, ok := r.known[x]; ok {
		return v[0], v[1]
	}
	if x.op == opLet && x.isInGroup() {
		all := x.values(r.lanes)
		lo, hi = int64(slices.Min(all)), int64(slices.Max(all))
	} else {
		lo, hi = r.combined(x)
		lo, hi = max(0, lo), min(hi, unbounded)
	}
	if x.op == opLet {
		if r.known == nil {
			r.known = map[*Index][2]int64{}
		}
		r.known[x] = [2]int64{lo, hi}
	}
	return lo, hi
}

// combined returns the range of an operation from the ranges of its operands.
func (r *ranges) combined(x *Index) (lo, hi int64) {
	switch x.op {
	case opVar:
		if x == lane {
			return 0, int64(r.lanes) - 1
		}
		return 0, unbounded
	case opLet, opTerm:
		return r.of(x.a)
	case opCall, opLookup:
		return 0, unbounded
	}
	a, most := r.of(x.a)
	b, greatest := int64(x.n), int64(x.n)
	if x.b != nil {
		b, greatest = r.of(x.b)
	}
	switch x.op {
	case opSelect:
		return min(a, b), max(most, greatest)
	case opMin:
		return min(a, b), min(most, greatest)
	case opAdd:
		return a + b, most + greatest
	case opSub:
		return a - greatest, most - b
	case opMul:
		if most > 0 && greatest > unbounded/most {
			return a * b, unbounded
		}
		return a * b, most * greatest
	case opDiv:
		return a / max(1, greatest), most / max(1, b)
	case opMod:
		if b == greatest && a/b == most/b { // no multiple of b lies between
			return a % b, most % b
		}
		return 0, min(most, greatest-1)
	case opAnd:
		return 0, min(most, greatest)
	case opShift:
		return a >> greatest, most >> b
	}
	return 0, 1 // a condition
}

// isInGroup reports whether all workgroups have the same values of x.
func (x *Index) isInGroup() bool {
	if x == nil {
		return true
	}
	return (x.op != opVar || x == lane) && x.a.isInGroup() && x.b.isInGroup() && x.c.isInGroup()
}
