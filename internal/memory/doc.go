// Package memory limits the host memory of a call. Sizes given by a caller are multiplied and added
// without overflow, and compared with a limit before anything is allocated. Without a limit the Go
// runtime would end the process when memory runs out.
package memory
