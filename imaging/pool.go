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
	if err := checkMemory(c, 0, img); err != nil {
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

// checkMemory returns an error if planes, bins and result of the images exceed the engine's memory limit: 12
// bytes per sample, 2 per pixel for alpha, and more per pixel for what a call keeps besides. Invalid images are
// reported by the caller.
func checkMemory(c *wgfft.Engine, more int64, images ...image.Image) error {
	need, what := int64(0), ""
	for _, img := range images {
		s, err := sourceOf(img)
		if err != nil {
			return nil
		}
		r := img.Bounds()
		need += (3*4*int64(s.channels) + 2 + more) * int64(r.Dx()) * int64(r.Dy())
		what = fmt.Sprintf("planes and bins of %v", r)
	}
	return c.CheckMemory(what, need)
}
