package wgfft

import "wgfft/pipeline"

// Stats are what a context holds on its device. They are zero on the CPU engine, which holds nothing there.
type Stats struct {
	// Buffers is the number of GPU buffers: the caller's, tables of kernels, scratch and staging memory.
	Buffers     int
	BufferBytes int64
	// Kernels is the number of compiled kernels. KernelBytes estimates their memory from their length. IdleKernelBytes
	// is the part that no plan uses: kernels idle longest are released when it exceeds 256 MiB.
	Kernels         int
	KernelBytes     int64
	IdleKernelBytes int64
	// Tables is the number of tables of constants, which are buffers, too. IdleTableBytes is the part that no plan
	// uses: tables idle longest are released when it exceeds 64 MiB.
	Tables         int
	TableBytes     int64
	IdleTableBytes int64
	// Submissions is the number of submissions to the GPU so far, and Pending those not known to be completed.
	Submissions uint64
	Pending     uint64
}

// Stats counts what the context holds. It does not wait for the GPU.
func (c *Engine) Stats() Stats {
	if c.gpu == nil {
		return Stats{}
	}
	return statsOf(c.gpu.pipes)
}

func statsOf(e *pipeline.Engine) Stats {
	d, p := e.Device().Stats(), e.Stats()
	return Stats{
		Buffers: d.Buffers, BufferBytes: d.BufferBytes,
		Kernels: p.Kernels, KernelBytes: p.KernelBytes, IdleKernelBytes: p.IdleKernelBytes,
		Tables: p.Tables, TableBytes: p.TableBytes, IdleTableBytes: p.IdleTableBytes,
		Submissions: d.Submissions, Pending: d.Pending,
	}
}
