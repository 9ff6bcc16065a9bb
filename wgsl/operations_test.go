package wgsl

// operations is a Machine that counts real arithmetic. It also computes the values, as a player does. A type that
// embeds it needs its own Call.
//
// A product is used once: as a factor, as a part of a sum, or by a let.
type operations struct {
	player
	Flops        float64 // real additions and multiplications
	Instructions float64 // the same, but a product and the sum that takes it are one (FMA)
}

// count counts flops and instructions for each real part of a value.
func (o *operations) count(v Value, flops, instructions float64) {
	if !v.Real {
		flops, instructions = 2*flops, 2*instructions
	}
	o.Flops += flops
	o.Instructions += instructions
}

// Let ends a product: a sum that uses it later is a separate instruction.
func (o *operations) Let(_ string, v Value) Value {
	v.syntax = primary
	return v
}

// Add counts a sum.
func (o *operations) Add(a, b Value) Value {
	o.countSum(a, b)
	return o.player.Add(a, b)
}

// Sub counts a difference.
func (o *operations) Sub(a, b Value) Value {
	o.countSum(a, b)
	return o.player.Sub(a, b)
}

// countSum counts a sum. A sum with a product is part of the product's instruction.
func (o *operations) countSum(a, b Value) {
	if a.syntax == multiplicative || b.syntax == multiplicative {
		o.count(a, 1, 0)
		return
	}
	o.count(a, 1, 1)
}

// Neg counts nothing: signs are parts of instructions.
func (o *operations) Neg(v Value) Value {
	n := o.player.Neg(v)
	n.syntax = v.syntax
	return n
}

// Mul counts a complex product: two products and two sums with a product.
func (o *operations) Mul(a, w Value) Value {
	o.Flops += 6
	o.Instructions += 4
	return o.player.Mul(a, w)
}

// Scale counts a product with a constant.
func (o *operations) Scale(c Constant, v Value) Value { return o.product(v, o.player.Scale(c, v)) }

// ScaleExactly counts a product with a constant that is a sum of two.
func (o *operations) ScaleExactly(c Constant, v Value) Value {
	o.count(v, 3, 2)
	return o.player.ScaleExactly(c, v)
}

// Times counts a product with a real number.
func (o *operations) Times(r, v Value) Value { return o.product(v, o.player.Times(r, v)) }

// product counts a product and marks it as not yet part of a sum.
func (o *operations) product(v, result Value) Value {
	o.count(v, 1, 1)
	result.syntax = multiplicative
	return result
}

// Call counts the operations of a function.
func (o *operations) Call(f *Func, _ string, indices []*Index, args []Value) []Value {
	return f.Body(o, indices, lets(o, args))
}

// lets ends the products among values.
func lets(m Machine, values []Value) []Value {
	all := make([]Value, len(values))
	for i, v := range values {
		all[i] = m.Let("", v)
	}
	return all
}

// operations returns the operations of a function of values without indices, such as a DFT.
func (f *Func) operations() (flops, instructions float64) {
	o := &operations{player: player{ring: floats{}}}
	f.Body(o, nil, make([]Value, len(f.Params)))
	return o.Flops, o.Instructions
}
