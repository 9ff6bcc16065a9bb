// Package memory limits how much host memory a call may allocate. Sizes that come from a caller are multiplied and
// added without overflow, and compared with a limit before anything is allocated: the Go runtime ends the process
// when memory runs out.
package memory
