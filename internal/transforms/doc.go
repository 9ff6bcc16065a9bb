// Package transforms names the transforms of the library: their kinds and their norms. The generator of kernels, the
// CPU engine and the references of tests import it.
package transforms
