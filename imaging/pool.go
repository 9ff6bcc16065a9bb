package imaging

import (
	"fmt"
	"image"
	"sync"

	"wgfft"
)

// samplePool and binPool hold *[]float32 and *[]complex64 that are reused, because clearing new memory
// takes as long as filling it. After an error slices are left to the garbage collector.
var samplePool, binPool sync.Pool

// getSlice returns n elements of a pool, with undefined contents.
func getSlice[T any](pool *sync.Pool, n int) []T {
	if s, _ := pool.Get().(*[]T); s != nil && cap(*s) >= n {
		return (*s)[:n]
	}
	return make([]T, n)
}

// putSlice puts a slice that nobody holds into a pool.
func putSlice[T any](pool *sync.Pool, s []T) { pool.Put(&s) }

// withPlanes returns the image of img's planes after change has changed them.
func withPlanes(c *wgfft.Engine, img image.Image, change func(p *Planes) error) (image.Image, error) {
	if err := checkMemory(c, img); err != nil {
		return nil, err
	}
	p, err := readPlanes(img, func(n int) []float32 { return getSlice[float32](&samplePool, n) })
	if err != nil {
		return nil, err
	}
	p.composite()
	if err := change(p); err != nil {
		return nil, err
	}
	made, err := p.Image()
	if err == nil {
		putSlice(&samplePool, p.Pix)
	}
	return made, err
}

// checkMemory returns an error if planes, bins and result exceed the engine's memory limit: 12
// bytes per sample, and 2 for alpha. Invalid images are reported by the caller.
func checkMemory(c *wgfft.Engine, img image.Image) error {
	s, err := sourceOf(img)
	if err != nil {
		return nil
	}
	r := img.Bounds()
	return c.CheckMemory(fmt.Sprintf("planes and bins of %v", r), (3*4*int64(s.channels)+2)*int64(r.Dx())*int64(r.Dy()))
}
