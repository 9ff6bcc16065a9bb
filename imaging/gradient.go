package imaging

import (
	"wgfft/nd"
)

// Sobel returns the kernels of the derivatives to the right and downwards, smoothed across: 1/8 of the weights of
// the Sobel operator. A ramp that rises by 1 per pixel has the derivative 1.
func Sobel() (right, down Kernel) {
	right = Kernel{Width: 3, Height: 3, Weights: []float32{
		0.125, 0, -0.125,
		0.25, 0, -0.25,
		0.125, 0, -0.125,
	}}
	down = Kernel{Width: 3, Height: 3, Weights: make([]float32, 9)}
	for i, w := range right.Weights {
		down.Weights[i%3*3+i/3] = w
	}
	return right, down
}

// Gradient returns the derivatives of images to the right and downwards: their convolutions with the kernels of
// [Sobel]. It adds shifted images, without a transform. The last two axes of a are rows and columns of at least
// one pixel; see [ArrayFilter]. The end of the step returns an [nd.OpError] for fewer axes or complex elements,
// and [ErrParameter] for unknown edges.
func Gradient(q *nd.Queue, a nd.Array, e Edges) (right, down nd.Array) {
	if err := firstOf(e.check(), checkArray(a, a.Dim(-1), a.Dim(-2))); err != nil {
		wrong := q.Fail("Gradient", err, a)
		return wrong, wrong
	}
	if a.DType().IsComplex() {
		wrong := q.Fail("Gradient", nd.ErrType, a)
		return wrong, wrong
	}
	wide := q.Pin(extend(q, q.Pin(extend(q, a, -1, 1, 1, e)), -2, 1, 1, e))
	x, y := Sobel()
	return stencil(q, wide, x), stencil(q, wide, y)
}

// EdgeStrength returns the magnitude of the gradient, sqrt(right^2 + down^2). See [Gradient].
func EdgeStrength(q *nd.Queue, a nd.Array, e Edges) nd.Array {
	right, down := Gradient(q, a, e)
	return q.Sqrt(q.MulAdd(right, right, q.Mul(down, down)))
}

// stencil convolves images with a kernel, without those elements that depend on elements beyond the edges.
func stencil(q *nd.Queue, a nd.Array, k Kernel) nd.Array {
	h, w := a.Dim(-2)-k.Height+1, a.Dim(-1)-k.Width+1
	var sum nd.Array
	for at, weight := range k.Weights {
		if weight == 0 {
			continue
		}
		y, x := k.Height-1-at/k.Width, k.Width-1-at%k.Width
		term := q.Scale(float64(weight), a.Slice(-2, y, y+h, 1).Slice(-1, x, x+w, 1))
		if sum.Rank() > 0 {
			term = q.Add(sum, term)
		}
		sum = term
	}
	return sum
}
