// Package memory limits the host memory of a call. Sizes given by a caller are multiplied and added
// without overflow, and compared with a limit before anything is allocated, because the Go runtime
// ends the process when memory runs out.
package memory
