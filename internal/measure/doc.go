// Package measure times schedules on the GPU and checks their results there: resident random data, GPU timestamps,
// medians of loops that are long enough, after a warm-up that brings the clocks up.
package measure
