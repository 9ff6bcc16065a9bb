//go:build unix

// Command multiply measures how fast exact.Mul and math/big multiply and square big numbers. It prints CSV: the
// method, the words of 64 bits, and the times of a product and of a square, in ms of wall and of processor time.
//
//	go run ./bench/multiply -words 520000
//	gcc -O2 -o gmp bench/multiply/gmp/multiply.c -lgmp && ./gmp 520000
//
// A time is the least one of several calls. The second command measures GMP in the same way.
package main

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"syscall"
	"time"

	"wgfft/exact"
)

func main() {
	words := flag.Int("words", 520000, "words of 64 bits of each factor")
	calls := flag.Int("calls", 5, "calls of each kind; the fastest call is printed")
	withBig := flag.Bool("big", false, "measure math/big, too")
	flag.Parse()
	r := rand.New(rand.NewPCG(1, 1))
	x, y := number(r, *words), number(r, *words)
	fmt.Println("method,words,product_wall,product_processor,square_wall,square_processor")
	row := func(name string, product, square func()) {
		wall, processor := least(*calls, product)
		squareWall, squareProcessor := least(*calls, square)
		fmt.Printf("%s,%d,%.3f,%.3f,%.3f,%.3f\n", name, *words, wall, processor, squareWall, squareProcessor)
	}
	row("exact", func() { exact.Mul(x, y) }, func() { exact.Sqr(x) })
	if *withBig {
		row("big", func() { new(big.Int).Mul(x, y) }, func() { new(big.Int).Mul(x, x) })
	}
}

// number returns a random number of n words of 64 bits.
func number(r *rand.Rand, n int) *big.Int {
	x := make([]byte, 8*n)
	for i := range x {
		x[i] = byte(r.Uint32())
	}
	x[0] |= 1
	return new(big.Int).SetBytes(x)
}

// least returns the least wall and processor times of calls in ms, after a first one.
func least(calls int, do func()) (wall, processor float64) {
	do()
	for i := range calls {
		start, used := time.Now(), processorTime()
		do()
		used, passed := processorTime()-used, time.Since(start)
		ms, usedMS := float64(passed)/1e6, float64(used)/1e6
		if i == 0 {
			wall, processor = ms, usedMS
		}
		wall, processor = min(wall, ms), min(processor, usedMS)
	}
	return wall, processor
}

// processorTime returns the processor time of the process in ns.
func processorTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
