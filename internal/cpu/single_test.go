package cpu

// single is an engine in single precision.
type single = Engine[complex64, float32]

func newSingle() *single { return New[complex64, float32](0) }
