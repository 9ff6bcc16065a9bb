package imaging

import (
	"context"
	"image"
	"math"

	"wgfft/nd"
)

// An arrayMatcher compares images in arrays. It is for one registration.
type arrayMatcher struct {
	r     *ArrayRegistration
	q     *nd.Queue
	a, b  nd.Array   // the images without their means
	z     nd.Array   // the product of the spectra of the tapered images
	owned []nd.Array // to close
}

// register returns the shift between two images.
func (m *arrayMatcher) register(ctx context.Context, a, b nd.Array) (Shift, error) {
	// The sums of a fit are more exact without the means.
	m.a, m.b = m.keep(m.q.Sub(a, m.q.Mean(a))), m.keep(m.q.Sub(b, m.q.Mean(b)))
	m.z = m.keep(m.r.product(m.q, m.a, m.b))
	return register(ctx, m)
}

// keep keeps an array in single precision until close.
func (m *arrayMatcher) keep(a nd.Array) nd.Array {
	if !a.DType().IsComplex() {
		a = m.q.Cast(nd.Float32, a)
	}
	return m.own(m.q.Keep(a))
}

// own adds an array to the arrays that close frees.
func (m *arrayMatcher) own(a nd.Array) nd.Array {
	m.owned = append(m.owned, a)
	return a
}

// close frees the arrays.
func (m *arrayMatcher) close() error {
	var err error
	for _, a := range m.owned {
		err = firstOf(err, a.Close())
	}
	return err
}

func (m *arrayMatcher) peaks(ctx context.Context, noise float64, count int) ([]image.Point, error) {
	q, f := m.q, m.r.tapered()
	g := q.Pin(q.IRFFT2(weighted(q, m.z, f, noise), f.w))
	var at []nd.Array
	for range count {
		x, y := peak2(q, g)
		at = append(at, x, y)
		g = q.Pin(without(q, g, x, y))
	}
	places, err := q.Numbers(ctx, at...)
	if err != nil {
		return nil, err
	}
	var found []image.Point
	for i := range count {
		found = append(found, image.Pt(signed(int(places[2*i]), f.w), signed(int(places[2*i+1]), f.h)))
	}
	return found, nil
}

func (m *arrayMatcher) overlap(ctx context.Context, by image.Point) (clear, all series, err error) {
	q, w, h := m.q, m.r.w-max(by.X, -by.X), m.r.h-max(by.Y, -by.Y)
	part := func(a nd.Array, x, y int) nd.Array { return a.Slice(-2, y, y+h, 1).Slice(-1, x, x+w, 1) }
	l := loader{c: m.r.c, q: q}
	window := l.windows(hann, w, h)
	m.owned = append(m.owned, window[:]...)
	f := m.r.frame(w, h, hann)
	a, b := part(m.a, max(0, -by.X), max(0, -by.Y)), part(m.b, max(0, by.X), max(0, by.Y))
	z := m.keep(crossPower(q, a, b, window, f))
	floor, err := m.noiseFloor(ctx, z, f)
	if err != nil {
		return nil, nil, err
	}
	bins := func(noise float64) series {
		return arraySeries{q, m.keep(weighted(q, z, f, noise)), f.w, f.h}
	}
	return bins(m.r.variance + noiseFactor*floor), bins(m.r.variance), nil
}

// noiseFloor returns the variance of white noise with the mean power of the frequencies above noiseBand.
func (m *arrayMatcher) noiseFloor(ctx context.Context, z nd.Array, f frame) (float64, error) {
	q := m.q
	u, v := frequencySources(z.Rank(), f)
	band := nd.Scalar(noiseBand)
	isNoise := q.Maximum(q.Less(band, u), q.Less(band, q.Abs(v)))
	found, err := q.Numbers(ctx, q.Sum(q.Mul(q.Abs(z), isNoise)), q.Sum(isNoise))
	if err != nil {
		return 0, err
	}
	return found[0] / math.Max(found[1], 1) / f.power, nil
}

func (m *arrayMatcher) rounding() float64 { return m.r.variance }

func (m *arrayMatcher) coarse() pair {
	smooth := func(a nd.Array) nd.Array { return smoothedArray(m.q, smoothedArray(m.q, a, 1), 2) }
	return m.pair(smooth).coarse()
}

func (m *arrayMatcher) details() pair {
	return m.pair(func(a nd.Array) nd.Array {
		fine := m.q.Pin(smoothedArray(m.q, a, 1))
		return m.q.Sub(fine, smoothedArray(m.q, smoothedArray(m.q, fine, 2), 4))
	}).details()
}

// pair returns a pair of the images after a change.
func (m *arrayMatcher) pair(change func(a nd.Array) nd.Array) pair {
	images := arrayPair{m.q, m.keep(change(m.a)), m.keep(change(m.b)), bandElements}
	return pair{w: m.r.w, h: m.r.h, rounding: m.r.variance, sums: images.sums}
}

// An arraySeries is a [series] in an array. Points are at most a pixel from (0, 0).
type arraySeries struct {
	q    *nd.Queue
	bins nd.Array // h x (w/2+1)
	w, h int
}

// multiplicity returns the factors m of [correlation].
func (s arraySeries) multiplicity() nd.Array {
	u := nd.RFFTFreq(nd.Float32, s.bins.Rank(), s.bins.Rank()-1, s.w, 1)
	isPair := s.q.Mul(s.q.Less(nd.Scalar(0), u), s.q.Less(u, nd.Scalar(0.5-0.25/float64(s.w))))
	return s.q.Add(isPair, nd.Scalar(1))
}

// magnitudes returns the magnitudes of the bins of the whole spectrum.
func (s arraySeries) magnitudes() nd.Array { return s.q.Mul(s.multiplicity(), s.q.Abs(s.bins)) }

// angular returns the frequencies in radians per pixel.
func (s arraySeries) angular() (p, q nd.Array) {
	u, v := frequencySources(2, frame{w: s.w, h: s.h})
	return s.q.Scale(2*math.Pi, u), s.q.Scale(2*math.Pi, v)
}

// terms returns the terms of the series at a point.
func (s arraySeries) terms(x, y float64) nd.Array {
	p, q := s.angular()
	wave := func(angle nd.Array) nd.Array { return s.q.Exp(s.q.Complex(nd.Scalar(0), angle)) }
	across := s.q.Pin(s.q.Mul(s.multiplicity(), wave(s.q.Scale(x, p))))
	return s.q.Mul(s.q.Mul(s.bins, across), s.q.Pin(wave(s.q.Scale(y, q))))
}

func (s arraySeries) values(ctx context.Context, points [][2]float64) ([]float64, error) {
	var sums []nd.Array
	for _, at := range points {
		sums = append(sums, s.q.Sum(s.q.Real(s.terms(at[0], at[1]))))
	}
	return s.q.Numbers(ctx, sums...)
}

func (s arraySeries) derivatives(ctx context.Context, x, y float64) (derivatives, error) {
	p, q := s.angular()
	t := s.q.Pin(s.terms(x, y))
	re, im := s.q.Real(t), s.q.Imag(t)
	var sums []nd.Array
	for _, term := range []nd.Array{
		re, s.q.Mul(p, im), s.q.Mul(q, im),
		s.q.Mul(s.q.Mul(p, p), re), s.q.Mul(s.q.Mul(p, q), re), s.q.Mul(s.q.Mul(q, q), re),
	} {
		sums = append(sums, s.q.Sum(term))
	}
	n, err := s.q.Numbers(ctx, sums...)
	if err != nil {
		return derivatives{}, err
	}
	return derivatives{g: n[0], x: -n[1], y: -n[2], xx: -n[3], xy: -n[4], yy: -n[5]}, nil
}

func (s arraySeries) confidence(ctx context.Context, x, y float64) (float64, error) {
	n, err := s.q.Numbers(ctx, s.q.Sum(s.q.Real(s.terms(x, y))), s.q.Sum(s.magnitudes()))
	if err != nil {
		return 0, err
	}
	return confidence(n[0], n[1]), nil
}
