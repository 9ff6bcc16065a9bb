package worker

import (
	"context"
	"time"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
)

// A Config configures a client.
type Config struct {
	Command []string      // of the child and its arguments; nil: the program itself
	Setup   []byte        // the argument of Serve's open
	Start   time.Duration // the longest time that a child may take to start and open its engine
	Answer  time.Duration // the longest time that a child may take to answer a call after the end of its context
	Memory  memory.Limit  // of shared memory

	limit func(time.Duration) (context.Context, context.CancelFunc) // for tests: replaces within
}

// within returns a context that ends after a time.
func (c Config) within(d time.Duration) (context.Context, context.CancelFunc) {
	if c.limit != nil {
		return c.limit(d)
	}
	return context.WithTimeout(context.Background(), d)
}

// A Host is the engine of a child.
type Host struct {
	Engine engine.Engine
	Memory memory.Limit // of what jobs allocate
	Answer []byte       // what Client.Setup returns
}
