package imaging

import (
	"fmt"
	"image"
	"sync"

	"wgfft"
)

// Memory that pictures are done with, for the next ones: to clear as much takes one processor as long as to fill it takes all of them. After an error it is
// left to the collector.
var samplePool, binPool sync.Pool // *[]float32, *[]complex64

// take returns n elements of a pool, with undefined contents.
func getSlice[T any](pool *sync.Pool, n int) []T {
	if s, _ := pool.Get().(*[]T); s != nil && cap(*s) >= n {
		return (*s)[:n]
	}
	return make([]T, n)
}

// give puts elements that nobody holds any more into a pool.
func putSlice[T any](pool *sync.Pool, s []T) { pool.Put(&s) }

// changed is a picture of which the planes are changed.
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

// checkMemory refuses pictures whose planes, bins and result need more memory than the context's limit: for three
// channels 12 bytes a pixel each, and alpha. A picture of no size is for others to refuse.
func checkMemory(c *wgfft.Engine, img image.Image) error {
	s, err := sourceOf(img)
	if err != nil {
		return nil
	}
	r := img.Bounds()
	return c.CheckMemory(fmt.Sprintf("planes and bins of %v", r), (3*4*int64(s.channels)+2)*int64(r.Dx())*int64(r.Dy()))
}
