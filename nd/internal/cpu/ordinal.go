package cpu

import (
	"math"

	"wgfft/nd/internal/expr"
)

// ordinal32 returns the ordinal of a number of single precision.
func ordinal32(x float32) int32 {
	if x != x {
		return expr.NanOrdinal
	}
	i := int32(math.Float32bits(x))
	return i ^ i>>31&math.MaxInt32
}

// ordinal64 returns the ordinals of a number of double precision.
func ordinal64(x float64) (high, low int32) {
	if x != x {
		return expr.NanOrdinal, expr.NanOrdinal
	}
	i := int64(math.Float64bits(x))
	i ^= i >> 63 & math.MaxInt64
	return int32(i >> 32), int32(uint32(i) ^ 1<<31)
}

// fromOrdinals returns the number of double precision with the given ordinals.
func fromOrdinals(high, low int32) float64 {
	i := int64(high)<<32 | int64(uint32(low)^1<<31)
	return math.Float64frombits(uint64(i ^ i>>63&math.MaxInt64))
}

// ordinalOp computes OpOrdinal and OpOrdinalLow.
func ordinalOp(in *expr.Instruction, out *expr.Block, a *expr.Block) {
	dst := out.I32
	if in.Calc == expr.Float32 {
		for i, x := range a.F32 {
			dst[i] = ordinal32(x)
		}
		return
	}
	for i, x := range a.F64 {
		high, low := ordinal64(x)
		dst[i] = high
		if in.Op == expr.OpOrdinalLow {
			dst[i] = low
		}
	}
}

// fromOrdinalOp computes OpFromOrdinal.
func fromOrdinalOp(in *expr.Instruction, out *expr.Block, high, low []int32) {
	if in.Type == expr.Float32 {
		for i, h := range high {
			out.F32[i] = math.Float32frombits(uint32(h ^ h>>31&math.MaxInt32))
		}
		return
	}
	for i, h := range high {
		out.F64[i] = fromOrdinals(h, low[i])
	}
}
