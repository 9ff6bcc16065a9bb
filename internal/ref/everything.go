package ref

import "os"

// Everything says whether tests take their long sweeps: make test-all.
func Everything() bool { return os.Getenv("WGFFT_ALL") == "1" }
