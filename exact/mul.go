package exact

import (
	"math/big"
	"math/bits"
	"runtime"
	"sync"

	"wgfft/internal/modular"
	"wgfft/internal/parallel"
)

// mulWords is the least number of 64-bit words of the shorter factor for which transforms are faster than math/big.
const mulWords = 1500

// Mul returns x y. It uses no engine, and as many goroutines as GOMAXPROCS.
//
// Factors are cut into digits of 40 to 56 bits. The product has the convolution of the digits as its digits, before
// carries. They follow from the residues modulo two primes of 62 bits (Pollard, The fast Fourier transform in a finite
// field, 1971). The time grows as n log n. Factors below 1500 words are multiplied by [big.Int.Mul].
func Mul(x, y *big.Int) *big.Int {
	a, b := x.Bits(), y.Bits()
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < mulWords*64/wordBits {
		return new(big.Int).Mul(x, y)
	}
	z := new(big.Int).SetBits(product(a, b))
	if x.Sign() != y.Sign() {
		z.Neg(z)
	}
	return z
}

// Sqr returns x^2, in two thirds of the time of Mul. Mul(x, x) does the same.
func Sqr(x *big.Int) *big.Int { return Mul(x, x) }

// wordBits is the number of bits of a word.
const wordBits = bits.UintSize

// maxRatio is the largest ratio of the lengths of two factors that are multiplied at once.
const maxRatio = 4

// product returns the product of two numbers other than 0. The second one is at least as long. Neither is changed.
func product(x, y []big.Word) []big.Word {
	z := make([]big.Word, (len(x)+len(y)+1)&^1) // whole words of 64 bits
	if len(y) <= maxRatio*len(x) {
		m := newMultiplier(x, len(y), len(x) == len(y) && &x[0] == &y[0])
		defer m.release()
		m.multiply(z, y)
		return z
	}
	count := (len(y) + (maxRatio-1)*len(x) - 1) / ((maxRatio - 1) * len(x))
	size := ((len(y)+count-1)/count + 1) &^ 1
	m := newMultiplier(x, size, false)
	defer m.release()
	part := make([]big.Word, (len(x)+size+1)&^1)
	for at := 0; at < len(y); at += size {
		m.multiply(part, y[at:min(at+size, len(y))])
		add(z[at:], part)
	}
	return z
}

// add adds x to z. What is beyond the end of z is 0.
func add(z, x []big.Word) {
	carry := uint(0)
	for i := range z {
		v := uint(0)
		if i < len(x) {
			v = uint(x[i])
		} else if carry == 0 {
			return
		}
		v, carry = bits.Add(uint(z[i]), v, carry)
		z[i] = big.Word(v)
	}
}

// A multiplier multiplies a number by others.
type multiplier struct {
	x       []big.Word
	size    int // bits of a digit
	points  int // of the transforms
	buffer  *[]uint64
	a, b    [2][]uint64 // residues modulo both primes: of x, and of the other factor and the product
	hasX    bool        // a has the transforms of x
	threads parallel.Threads
}

// buffers has the memory of multipliers that are no longer used.
var buffers = sync.Pool{New: func() any { return new([]uint64) }}

// newMultiplier returns a multiplier for factors of up to words words that are no shorter than x, or, if isSquare, for
// one product of x with itself.
func newMultiplier(x []big.Word, words int, isSquare bool) *multiplier {
	m := &multiplier{x: x, threads: parallel.Threads(runtime.GOMAXPROCS(0))}
	short := 0
	m.size, short = digitSize(len(x))
	m.points = modular.LongPoints(short + digits(words, m.size))
	arrays := 4
	if isSquare {
		arrays = 2
	}
	m.buffer = buffers.Get().(*[]uint64)
	if n := arrays * m.points; cap(*m.buffer) < n {
		*m.buffer = make([]uint64, n)
	}
	part := func(i int) []uint64 { return (*m.buffer)[:cap(*m.buffer)][i*m.points:][:m.points] }
	m.a = [2][]uint64{part(0), part(1)}
	m.b = m.a
	if !isSquare {
		m.b = [2][]uint64{part(2), part(3)}
	}
	return m
}

// release makes the memory free for others.
func (m *multiplier) release() { buffers.Put(m.buffer) }

// digits returns the number of digits of size bits of a number of words.
func digits(words, size int) int {
	return int((uint64(words)*wordBits + uint64(size) - 1) / uint64(size))
}

// digitSize returns the bits of a digit, and the number of digits of the shorter factor.
//
// A digit of the convolution is at most count (2^size - 1)^2. The product of the primes is above 2^124 (1 - 2^-14).
func digitSize(words int) (size, count int) {
	for size = 56; ; size-- {
		count = digits(words, size)
		if room := uint64(1) << (124 - 2*size); uint64(count) <= room-room>>14-1 {
			return size, count
		}
	}
}

// multiply writes x y to z, which has the words of the product and perhaps a last word of 0. If the multiplier is for a
// square, y is x.
func (m *multiplier) multiply(z, y []big.Word) {
	isSquare := &m.a[0][0] == &m.b[0][0]
	ofPrime := (m.threads + 1) / 2
	m.threads.Each(2, 1, func(i int) {
		p, a, b := modular.Longs[i], m.a[i], m.b[i]
		if !m.hasX {
			cut(a, m.x, m.size)
			p.Forward(a, ofPrime)
		}
		if !isSquare {
			cut(b, y, m.size)
			p.Forward(b, ofPrime)
		}
		p.Multiply(b, a, ofPrime)
		p.Backward(b, ofPrime)
	})
	m.hasX = true
	m.join(z)
}

// word64 returns 64 bits of a number, or 0 beyond its end.
func word64(x []big.Word, i int) uint64 {
	if wordBits == 64 {
		if i < len(x) {
			return uint64(x[i])
		}
		return 0
	}
	v := uint64(0)
	if 2*i < len(x) {
		v = uint64(x[2*i])
	}
	if 2*i+1 < len(x) {
		v |= uint64(x[2*i+1]) << 32
	}
	return v
}

// setWord64 sets 64 bits of a number. What is beyond the end is 0.
func setWord64(x []big.Word, i int, v uint64) {
	if wordBits == 64 {
		if i < len(x) {
			x[i] = big.Word(v)
		}
		return
	}
	if 2*i+1 < len(x) {
		x[2*i], x[2*i+1] = big.Word(uint32(v)), big.Word(v>>32)
	}
}

// cut writes the digits of size bits of a number, the lowest first, and zeros.
func cut(a []uint64, x []big.Word, size int) {
	n, mask := digits(len(x), size), uint64(1)<<size-1
	for i := range n {
		at := uint64(i) * uint64(size)
		word, shift := int(at/64), int(at%64)
		v := word64(x, word) >> shift
		if shift+size > 64 {
			v |= word64(x, word+1) << (64 - shift)
		}
		a[i] = v & mask
	}
	clear(a[n:])
}

// joinRun is the number of digits that a goroutine joins at a time: a multiple of 64.
const joinRun = 1 << 13

// join writes the number whose digits have the residues b to z.
func (m *multiplier) join(z []big.Word) {
	runs := (m.points + joinRun - 1) / joinRun
	carries := make([]wide, runs)
	garner := modular.NewGarner(modular.Longs[0], modular.Longs[1])
	m.threads.Each(runs, 1, func(i int) {
		from, to := i*joinRun, min((i+1)*joinRun, m.points)
		carries[i] = joinDigits(z, from/64*m.size, m.b[0][from:to], m.b[1][from:to], m.size, garner)
	})
	for i, c := range carries {
		at := (i + 1) * joinRun / 64 * m.size
		low, carry := bits.Add64(word64(z, at), c.low, 0)
		setWord64(z, at, low)
		low, carry = bits.Add64(word64(z, at+1), c.high, carry)
		setWord64(z, at+1, low)
		for at += 2; carry != 0; at++ {
			low, carry = bits.Add64(word64(z, at), 0, carry)
			setWord64(z, at, low)
		}
	}
}

// joinDigits writes the sum of the digits with the residues a and b, times their weights, to z from a 64-bit word on.
// It returns the part of the sum beyond the last digit.
func joinDigits(z []big.Word, word int, a, b []uint64, size int, garner modular.Garner) wide {
	sum, out, have, mask := wide{}, uint64(0), 0, uint64(1)<<size-1
	for i, r := range a {
		high, low := garner.Join(r, b[i])
		sum = sum.plus(wide{high, low})
		digit := sum.low & mask
		sum = wide{sum.high >> size, sum.high<<(64-size) | sum.low>>size}
		out |= digit << have
		if have += size; have >= 64 {
			setWord64(z, word, out)
			word++
			have -= 64
			out = digit >> (size - have)
		}
	}
	if have > 0 {
		setWord64(z, word, out)
	}
	return sum
}
