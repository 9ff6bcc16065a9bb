package plan

import "wgfft/wgsl"

// InCube returns a kernel with the cube that has the fewest bank conflicts, if it can have one: see wgsl.Grain. Of equals it takes the smallest, then
// the simplest.
func InCube(k wgsl.FFT, l wgsl.Limits) (cube wgsl.FFT, ok bool) {
	if !k.Cubic() {
		return wgsl.FFT{}, false
	}
	fewest, least := 0.0, 0
	for _, layout := range wgsl.Cubes(len(k.Chain.Radices())) {
		k.Layout = layout
		bytes := k.WorkgroupBytes()
		if bytes > l.WorkgroupBytes || fewest == 1 && bytes >= least {
			continue
		}
		if c := k.Conflicts(); !ok || c < fewest*0.97 || c <= fewest && bytes < least {
			cube, ok, fewest, least = k, true, c, bytes
		}
	}
	return cube, ok
}
