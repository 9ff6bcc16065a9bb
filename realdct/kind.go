package realdct

// Bins returns the number of bins of the half spectrum of n real numbers.
func Bins(n int) int { return n/2 + 1 }
