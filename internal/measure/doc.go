// Package measure times schedules on the GPU and checks their results there. It uses resident
// random data, GPU timestamps, and medians of long loops after a warm-up that raises the clocks.
package measure
