package nd

// A Func is a function of elements.
type Func struct{ name string }
