package cpu

import "math"

// A butterfly is the forward transform of r points in place. With w_r = exp(-2 pi i / r), v[k]
// becomes the sum over j of v[j] w_r^(jk). All values are float64.
//
// A butterfly of a prime r pairs the points j and r-j. With s[j] = v[j] + v[r-j], d[j] = v[j] -
// v[r-j] and all sums over j = 1 ... (r-1)/2,
//
//	y[k], y[r-k] = (v[0] + sum of cos(2 pi jk/r) s[j]) -+ i sum of sin(2 pi jk/r) d[j]
//
// A butterfly of r = pq with coprime factors is Good and Thomas's, without twiddles. The points j =
// q j1 + p j2 mod r are transformed along j2 and then along j1. The result (k1, k2) is y[k] with k
// = k1 mod p and k = k2 mod q. The butterflies of 8, 9 and 16 points have twiddles:
//
//	j = j1 + p j2, k = k2 + q k1, twiddles w_r^(j1 k2)

// maxRadix is the largest r that has a butterfly.
const maxRadix = 31

// radixPoints holds the r points of a butterfly, in its first r elements.
type radixPoints [maxRadix + 1]complex128

// butterfly transforms the first r points of v. t is the table of a prime r above 7.
func butterfly(r int, v *radixPoints, t *primeTable) {
	switch r {
	case 1:
	case 2:
		v[0], v[1] = two(v[0], v[1])
	case 3:
		v[0], v[1], v[2] = three(v[0], v[1], v[2])
	case 4:
		v[0], v[1], v[2], v[3] = four(v[0], v[1], v[2], v[3])
	case 5:
		v[0], v[1], v[2], v[3], v[4] = five(v[0], v[1], v[2], v[3], v[4])
	case 6:
		butterfly6(v)
	case 7:
		v[0], v[1], v[2], v[3], v[4], v[5], v[6] =
			seven(v[0], mirrored{v[1], v[6]}, mirrored{v[2], v[5]}, mirrored{v[3], v[4]})
	case 8:
		butterfly8(v)
	case 9:
		butterfly9(v)
	case 10:
		butterfly10(v)
	case 12:
		butterfly12(v)
	case 14:
		butterfly14(v)
	case 15:
		butterfly15(v)
	case 16:
		butterfly16(v)
	default:
		butterflyPrime(r, v, t)
	}
}

// minusI returns -i z.
func minusI(z complex128) complex128 { return complex(imag(z), -real(z)) }

// timesReal returns z f.
func timesReal(z complex128, f float64) complex128 { return complex(real(z)*f, imag(z)*f) }

func two(a, b complex128) (y0, y1 complex128) { return a + b, a - b }

func three(a, b, c complex128) (y0, y1, y2 complex128) {
	const sin1 = 0.86602540378443864676372317075293618
	s, d := b+c, minusI(timesReal(b-c, sin1))
	m := a - timesReal(s, 0.5)
	return a + s, m + d, m - d
}

func four(a, b, c, d complex128) (y0, y1, y2, y3 complex128) {
	p, q, r, s := a+c, a-c, b+d, minusI(b-d)
	return p + r, q + s, p - r, q - s
}

func five(a, b, c, d, e complex128) (y0, y1, y2, y3, y4 complex128) {
	const (
		cos1, sin1 = 0.30901699437494742410229341718281906, 0.95105651629515357211643933337938214
		cos2, sin2 = -0.80901699437494742410229341718281906, 0.58778525229247312916870595463907277
	)
	s1, s2, d1, d2 := b+e, c+d, b-e, c-d
	m1 := a + timesReal(s1, cos1) + timesReal(s2, cos2)
	m2 := a + timesReal(s1, cos2) + timesReal(s2, cos1)
	n1 := minusI(timesReal(d1, sin1) + timesReal(d2, sin2))
	n2 := minusI(timesReal(d1, sin2) - timesReal(d2, sin1))
	return a + s1 + s2, m1 + n1, m2 + n2, m2 - n2, m1 - n1
}

// mirrored are the points j and -j of a butterfly.
type mirrored struct{ point, mirror complex128 }

// seven transforms a and the three pairs of points after it.
func seven(a complex128, p1, p2, p3 mirrored) (y0, y1, y2, y3, y4, y5, y6 complex128) {
	const (
		cos1, sin1 = 0.62348980185873353052500488400423981, 0.78183148246802980870844452667405775
		cos2, sin2 = -0.22252093395631440428890256449679476, 0.97492791218182360701813168299393122
		cos3, sin3 = -0.90096886790241912623610231950744505, 0.43388373911755812047576833284835875
	)
	s1, s2, s3 := p1.point+p1.mirror, p2.point+p2.mirror, p3.point+p3.mirror
	d1, d2, d3 := p1.point-p1.mirror, p2.point-p2.mirror, p3.point-p3.mirror
	m1 := a + timesReal(s1, cos1) + timesReal(s2, cos2) + timesReal(s3, cos3)
	m2 := a + timesReal(s1, cos2) + timesReal(s2, cos3) + timesReal(s3, cos1)
	m3 := a + timesReal(s1, cos3) + timesReal(s2, cos1) + timesReal(s3, cos2)
	n1 := minusI(timesReal(d1, sin1) + timesReal(d2, sin2) + timesReal(d3, sin3))
	n2 := minusI(timesReal(d1, sin2) - timesReal(d2, sin3) - timesReal(d3, sin1))
	n3 := minusI(timesReal(d1, sin3) - timesReal(d2, sin1) + timesReal(d3, sin2))
	return a + s1 + s2 + s3, m1 + n1, m2 + n2, m3 + n3, m3 - n3, m2 - n2, m1 - n1
}

func butterfly6(v *radixPoints) {
	a0, a1, a2 := three(v[0], v[2], v[4])
	b0, b1, b2 := three(v[3], v[5], v[1])
	v[0], v[3] = two(a0, b0)
	v[4], v[1] = two(a1, b1)
	v[2], v[5] = two(a2, b2)
}

func butterfly8(v *radixPoints) {
	const r = math.Sqrt2 / 2
	a0, a1, a2, a3 := four(v[0], v[2], v[4], v[6])
	b0, b1, b2, b3 := four(v[1], v[3], v[5], v[7])
	b1 = complex(r*(real(b1)+imag(b1)), r*(imag(b1)-real(b1)))  // times w_8
	b3 = complex(r*(imag(b3)-real(b3)), -r*(real(b3)+imag(b3))) // times w_8^3
	v[0], v[4] = two(a0, b0)
	v[1], v[5] = two(a1, b1)
	v[2], v[6] = two(a2, minusI(b2))
	v[3], v[7] = two(a3, b3)
}

func butterfly9(v *radixPoints) {
	const (
		w1 = 0.76604444311897803520239265055541667 - 0.64278760968653932632264340990726343i
		w2 = 0.17364817766693034885171662676931480 - 0.98480775301220805936674302458952301i
		w4 = -0.93969262078590838405410927732473147 - 0.34202014332566873304409961468225958i
	)
	a0, a1, a2 := three(v[0], v[3], v[6])
	b0, b1, b2 := three(v[1], v[4], v[7])
	c0, c1, c2 := three(v[2], v[5], v[8])
	v[0], v[3], v[6] = three(a0, b0, c0)
	v[1], v[4], v[7] = three(a1, b1*w1, c1*w2)
	v[2], v[5], v[8] = three(a2, b2*w2, c2*w4)
}

func butterfly10(v *radixPoints) {
	a0, a1, a2, a3, a4 := five(v[0], v[2], v[4], v[6], v[8])
	b0, b1, b2, b3, b4 := five(v[5], v[7], v[9], v[1], v[3])
	v[0], v[5] = two(a0, b0)
	v[6], v[1] = two(a1, b1)
	v[2], v[7] = two(a2, b2)
	v[8], v[3] = two(a3, b3)
	v[4], v[9] = two(a4, b4)
}

func butterfly12(v *radixPoints) {
	a0, a1, a2 := three(v[0], v[4], v[8])
	b0, b1, b2 := three(v[3], v[7], v[11])
	c0, c1, c2 := three(v[6], v[10], v[2])
	d0, d1, d2 := three(v[9], v[1], v[5])
	v[0], v[9], v[6], v[3] = four(a0, b0, c0, d0)
	v[4], v[1], v[10], v[7] = four(a1, b1, c1, d1)
	v[8], v[5], v[2], v[11] = four(a2, b2, c2, d2)
}

func butterfly14(v *radixPoints) {
	a0, a1, a2, a3, a4, a5, a6 := seven(v[0], mirrored{v[2], v[12]}, mirrored{v[4], v[10]}, mirrored{v[6], v[8]})
	b0, b1, b2, b3, b4, b5, b6 := seven(v[7], mirrored{v[9], v[5]}, mirrored{v[11], v[3]}, mirrored{v[13], v[1]})
	v[0], v[7] = two(a0, b0)
	v[8], v[1] = two(a1, b1)
	v[2], v[9] = two(a2, b2)
	v[10], v[3] = two(a3, b3)
	v[4], v[11] = two(a4, b4)
	v[12], v[5] = two(a5, b5)
	v[6], v[13] = two(a6, b6)
}

func butterfly15(v *radixPoints) {
	a0, a1, a2, a3, a4 := five(v[0], v[3], v[6], v[9], v[12])
	b0, b1, b2, b3, b4 := five(v[5], v[8], v[11], v[14], v[2])
	c0, c1, c2, c3, c4 := five(v[10], v[13], v[1], v[4], v[7])
	v[0], v[10], v[5] = three(a0, b0, c0)
	v[6], v[1], v[11] = three(a1, b1, c1)
	v[12], v[7], v[2] = three(a2, b2, c2)
	v[3], v[13], v[8] = three(a3, b3, c3)
	v[9], v[4], v[14] = three(a4, b4, c4)
}

func butterfly16(v *radixPoints) {
	const (
		w1 = 0.92387953251128675612818318939678829 - 0.38268343236508977172845998403039887i
		w2 = 0.70710678118654752440084436210484904 - 0.70710678118654752440084436210484904i
		w3 = 0.38268343236508977172845998403039887 - 0.92387953251128675612818318939678829i
	)
	a0, a1, a2, a3 := four(v[0], v[4], v[8], v[12])
	b0, b1, b2, b3 := four(v[1], v[5], v[9], v[13])
	c0, c1, c2, c3 := four(v[2], v[6], v[10], v[14])
	d0, d1, d2, d3 := four(v[3], v[7], v[11], v[15])
	v[0], v[4], v[8], v[12] = four(a0, b0, c0, d0)
	v[1], v[5], v[9], v[13] = four(a1, b1*w1, c1*w2, d1*w3)
	v[2], v[6], v[10], v[14] = four(a2, b2*w2, minusI(c2), minusI(d2*w2))
	v[3], v[7], v[11], v[15] = four(a3, b3*w3, minusI(c3*w2), -d3*w1)
}

// primeTable holds cos(2 pi jk/r) and sin(2 pi jk/r) of a prime r, for j and k from 1 to (r-1)/2.
type primeTable [maxRadix / 2][maxRadix / 2]struct{ cos, sin float64 }

func newPrimeTable(r int, root rootFunc) *primeTable {
	t := new(primeTable)
	for k := 1; k <= (r-1)/2; k++ {
		for j := 1; j <= (r-1)/2; j++ {
			e := &t[k-1][j-1]
			w := root(r, j*k%r)
			e.cos, e.sin = real(w), -imag(w)
		}
	}
	return t
}

// butterflyPrime transforms the first r points of v, of an odd prime r.
func butterflyPrime(r int, v *radixPoints, t *primeTable) {
	var s, d [maxRadix / 2]complex128
	half, first := (r-1)/2, v[0]
	for j := 1; j <= half; j++ {
		s[j-1], d[j-1] = v[j]+v[r-j], v[j]-v[r-j]
		v[0] += s[j-1]
	}
	for k := 1; k <= half; k++ {
		m, n := first, complex128(0)
		for j := range half {
			e := &t[k-1][j]
			m += timesReal(s[j], e.cos)
			n += timesReal(d[j], e.sin)
		}
		n = minusI(n)
		v[k], v[r-k] = m+n, m-n
	}
}
