package pipeline

import (
	"context"
	"fmt"

	"wgfft/device"
	"wgfft/plan"
)

// A callTables holds the tables of a program for one run: the buffers of Schedule.CallTables. The next run with these
// buffers writes them after the submission of this run, so the GPU's queue keeps runs apart.
type callTables struct {
	of      *Program
	buffers []*device.Buffer
}

func (c *callTables) close() {
	for _, b := range c.buffers {
		b.Close()
	}
}

// takeCallTables returns buffers with the tables of a call, or nil for a program without such tables. After the
// submission of the run, the caller gives them back.
func (p *Program) takeCallTables(ctx context.Context, c plan.Call) (*callTables, error) {
	if len(p.schedule.CallTables) == 0 {
		return nil, nil
	}
	t, err := p.freeCallTables()
	if err != nil {
		return nil, err
	}
	for i, table := range p.schedule.CallTables {
		if err := t.buffers[i].WriteAtContext(ctx, table.Bytes(c), 0); err != nil {
			t.giveBack()
			return nil, fmt.Errorf("pipeline: table of a call: %w", err)
		}
	}
	return t, nil
}

// freeCallTables returns buffers that no run uses.
func (p *Program) freeCallTables() (*callTables, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, device.ErrClosed
	}
	if last := len(p.callTables) - 1; last >= 0 {
		t := p.callTables[last]
		p.callTables = p.callTables[:last]
		return t, nil
	}
	t := &callTables{of: p}
	for _, table := range p.schedule.CallTables {
		b, err := p.engine.dev.NewBuffer("table of a call", int64(table.Len()), device.Storage)
		if err != nil {
			t.close()
			return nil, fmt.Errorf("pipeline: table of a call: %w", err)
		}
		t.buffers = append(t.buffers, b)
	}
	return t, nil
}

// giveBack ends the use of the buffers by a run. It does nothing for nil.
func (c *callTables) giveBack() {
	if c == nil {
		return
	}
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	if c.of.closed {
		c.close()
		return
	}
	c.of.callTables = append(c.of.callTables, c)
}
