// Command large measures the transform of a file that is larger than memory, by the command wgfft:
//
//	go build -o wgfft ./cmd/wgfft
//	go run ./bench/large -wgfft ./wgfft -dir /disk -log2 30 -memory 2GiB -kills 20
//
// It writes a file of random points, times two copies of it with sync, runs the transform, compares bins with sums in
// float64 and the sum of squares with Parseval's, and prints the peak of resident memory. With -kills it also starts
// the transform as often, kills it at a random moment, starts it again, and compares the bytes of the results.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"wgfft/internal/dft"
	"wgfft/internal/npy"
	"wgfft/internal/parallel"
	"wgfft/internal/ref"
)

// chunk is the number of points that are made or checked at a time.
const chunk = 1 << 20

// bins is the number of bins that are compared.
const bins = 16

type settings struct {
	wgfft, dir, scratch, device, memory string
	points                              int
	kills                               int
	seed                                uint64
	keep, drop                          bool
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.StringVar(&s.wgfft, "wgfft", "./wgfft", "the command")
	flag.StringVar(&s.dir, "dir", ".", "the folder of the files, which take three times -size")
	flag.StringVar(&s.scratch, "scratch", "", "the folder of the temporary file; empty for -dir")
	flag.StringVar(&s.device, "device", "auto", "as in wgfft")
	flag.StringVar(&s.memory, "memory", "2GiB", "as in wgfft fft")
	log2 := flag.Int("log2", 30, "the logarithm of the number of points: 30 for 8 GiB")
	flag.IntVar(&s.kills, "kills", 0, "runs that are killed at a random moment")
	flag.Uint64Var(&s.seed, "seed", 1, "of the moments")
	flag.BoolVar(&s.keep, "keep", false, "keep the input and the result")
	flag.BoolVar(&s.drop, "drop", false, "drop the system's caches before each time, which takes root")
	flag.Parse()
	s.points = 1 << *log2
	if err := s.run(); err != nil {
		log.Fatal(err)
	}
}

func (s settings) name(file string) string { return filepath.Join(s.dir, file) }

// run does the whole measurement.
func (s settings) run() error {
	in, out := s.name("large-in.npy"), s.name("large-out.npy")
	if !s.keep {
		defer os.Remove(in)
		defer os.Remove(out)
	}
	info, err := os.Stat(in)
	if err != nil || info.Size() != 4096+8*int64(s.points) {
		if err := s.makeInput(in); err != nil {
			return err
		}
	}
	copies, err := s.timeCopies(in)
	if err != nil {
		return err
	}
	fmt.Printf("two copies with sync: %.2f s\n", copies.Seconds())
	s.dropCaches()
	took, peak, err := s.transform(in, out, 0)
	if err != nil {
		return err
	}
	fmt.Printf("transform: %.2f s, %.2f of the copies; peak %d MiB of %s\n", took.Seconds(),
		took.Seconds()/copies.Seconds(), peak>>20, s.memory)
	if err := s.check(in, out); err != nil {
		return err
	}
	want, err := sumOf(out)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(s.seed, 1))
	for i := range s.kills {
		os.Remove(out)
		after := time.Duration(random.Float64() * float64(took))
		_, _, killed := s.transform(in, out, after)
		again, _, err := s.transform(in, out, 0)
		if err != nil {
			return err
		}
		got, err := sumOf(out)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("kill %d after %v: the result has other bytes", i+1, after)
		}
		fmt.Printf("kill %d of %d after %.2f s (%v), then %.2f s: the same bytes\n", i+1, s.kills, after.Seconds(),
			killed, again.Seconds())
	}
	left, err := filepath.Glob(s.name("large-out.npy?*"))
	if err != nil || len(left) > 0 {
		return errors.Join(err, fmt.Errorf("files were left: %v", left))
	}
	return nil
}

// points returns random points number from to from + len(p).
func points(p []complex64, from int) { copy(p, ref.Uniform(uint64(from), len(p))) }

// makeInput writes the input.
func (s settings) makeInput(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head, err := npy.NewHeader[complex64]([]int{s.points}, 4096)
	if err != nil {
		return err
	}
	if _, err := f.Write(head); err != nil {
		return err
	}
	some := make([]complex64, min(chunk, s.points))
	for from := 0; from < s.points; from += len(some) {
		points(some, from)
		if _, err := f.Write(bytesOf(some)); err != nil {
			return err
		}
	}
	return f.Sync()
}

// bytesOf returns points as bytes.
func bytesOf(p []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p))), 8*len(p))
}

// timeCopies copies a file twice, each time with sync.
func (s settings) timeCopies(in string) (time.Duration, error) {
	to := s.name("large-copy.npy")
	defer os.Remove(to)
	s.dropCaches()
	begin := time.Now()
	for range 2 {
		if err := copyFile(to, in); err != nil {
			return 0, err
		}
	}
	return time.Since(begin), nil
}

func copyFile(to, from string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{dst}, struct{ io.Reader }{src}, make([]byte, 4<<20))
	return errors.Join(err, dst.Sync(), dst.Close())
}

// dropCaches empties the page cache.
func (s settings) dropCaches() {
	if s.drop {
		syscall.Sync()
		if err := os.WriteFile("/proc/sys/vm/drop_caches", []byte("3"), 0); err != nil {
			log.Print(err)
		}
	}
}

// transform runs the command. It kills the command after some time, if that is not 0.
func (s settings) transform(in, out string, kill time.Duration) (took time.Duration, peak int64, err error) {
	args := []string{"--device", s.device, "fft", in, "-o", out, "--memory", s.memory}
	if s.scratch != "" {
		args = append(args, "--scratch", s.scratch)
	}
	c := exec.Command(s.wgfft, args...)
	var says strings.Builder
	c.Stdout, c.Stderr = &says, &says
	begin := time.Now()
	if err := c.Start(); err != nil {
		return 0, 0, err
	}
	if kill > 0 {
		timer := time.AfterFunc(kill, func() { _ = c.Process.Kill() })
		defer timer.Stop()
	}
	err = c.Wait()
	if err != nil && kill == 0 {
		err = fmt.Errorf("%w: %s", err, says.String())
	}
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss << 10
	}
	return time.Since(begin), peak, err
}

// check compares bins of the result with sums, and the sums of squares.
func (s settings) check(in, out string) error {
	chosen := []int{0, 1, s.points / 2, s.points - 1, s.points / 3}
	for i := len(chosen); i < bins; i++ {
		chosen = append(chosen, int(uint64(i)*0x9e3779b97f4a7c15%uint64(s.points)))
	}
	roots := dft.NewRoots(s.points)
	sums, got := make([]complex128, bins), make([]complex128, bins)
	energy, err := s.each(in, func(from int, p []complex64) float64 {
		parallel.Each(bins, 1, func(b int) { sums[b] += partOf(p, from, chosen[b], roots, s.points) })
		return squares(p)
	})
	if err != nil {
		return err
	}
	after, err := s.each(out, func(from int, p []complex64) float64 {
		for b, k := range chosen {
			if k >= from && k < from+len(p) {
				got[b] = complex128(p[k-from])
			}
		}
		return squares(p)
	})
	if err != nil {
		return err
	}
	sum := 0.0
	for b := range got {
		d := got[b] - sums[b]
		sum += real(d)*real(d) + imag(d)*imag(d)
	}
	failed := math.Sqrt(sum/bins) / math.Sqrt(energy)
	parseval := after/energy/float64(s.points) - 1
	tolerance := ref.Tolerance(s.points)
	fmt.Printf("error of %d bins: %.3g of an rms bin (tolerance %.3g); Parseval's sum: %.3g\n", bins, failed, tolerance,
		parseval)
	if !(failed < tolerance) || !(math.Abs(parseval) < 2*tolerance) {
		return errors.New("the result is wrong")
	}
	return nil
}

// partOf returns the terms of bin k that belong to some of n points. from is the number of the first of them.
func partOf(p []complex64, from, k int, roots dft.Roots, n int) complex128 {
	sum, w, step := complex128(0), complex128(0), roots.At(k)
	for i, v := range p {
		if i%64 == 0 {
			w = roots.At((from + i) * k % n)
		}
		sum += complex128(v) * w
		w *= step
	}
	return sum
}

// squares returns the sum of squared magnitudes.
func squares(p []complex64) float64 {
	sum := 0.0
	for _, v := range p {
		sum += float64(real(v))*float64(real(v)) + float64(imag(v))*float64(imag(v))
	}
	return sum
}

// each calls f with all points of a file, some at a time, and adds up the results.
func (s settings) each(name string, f func(from int, p []complex64) float64) (float64, error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	if _, err := file.Seek(4096, io.SeekStart); err != nil {
		return 0, err
	}
	sum := 0.0
	some := make([]complex64, min(chunk, s.points))
	for from := 0; from < s.points; from += len(some) {
		if _, err := io.ReadFull(file, bytesOf(some)); err != nil {
			return 0, err
		}
		sum += f(from, some)
	}
	return sum, nil
}

// sumOf returns a checksum of a file.
func sumOf(name string) (uint32, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	_, err = io.Copy(h, bufio.NewReaderSize(f, 1<<20))
	return h.Sum32(), err
}
