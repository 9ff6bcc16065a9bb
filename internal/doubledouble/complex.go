package doubledouble

// Complex is the number Re + i Im.
type Complex struct{ Re, Im Real }

// FromComplex returns z.
func FromComplex(z complex128) Complex { return Complex{Real{Hi: real(z)}, Real{Hi: imag(z)}} }

// Complex128 returns z rounded to float64.
func (z Complex) Complex128() complex128 { return complex(z.Re.Hi, z.Im.Hi) }

// Add returns z + w.
func (z Complex) Add(w Complex) Complex { return Complex{z.Re.Add(w.Re), z.Im.Add(w.Im)} }

// Sub returns z - w.
func (z Complex) Sub(w Complex) Complex { return Complex{z.Re.Sub(w.Re), z.Im.Sub(w.Im)} }

// Mul returns z w.
func (z Complex) Mul(w Complex) Complex {
	return Complex{z.Re.Mul(w.Re).Sub(z.Im.Mul(w.Im)), z.Re.Mul(w.Im).Add(z.Im.Mul(w.Re))}
}

// Scale returns z s.
func (z Complex) Scale(s Real) Complex { return Complex{z.Re.Mul(s), z.Im.Mul(s)} }

// Quo returns z / b.
func (z Complex) Quo(b float64) Complex { return Complex{z.Re.Quo(b), z.Im.Quo(b)} }

// Conj returns the complex conjugate of z.
func (z Complex) Conj() Complex { return Complex{z.Re, z.Im.Neg()} }
