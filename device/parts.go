package device

import (
	"context"
	"slices"

	"wgfft/internal/detach"
)

// NewBufferInParts makes a Storage buffer of any size. The offsets in cuts rise, are multiples of 4
// and lie inside the buffer. A buffer that exceeds one allocation is divided at some of them.
//
// A range that is bound or adopted must lie between two neighbouring cuts. Copies and WriteAt may
// cross them.
//
// It waits while the driver has another call: see NewBufferInPartsContext.
func (d *Device) NewBufferInParts(label string, bytes int64, cuts []int64) (*Buffer, error) {
	return d.NewBufferInPartsContext(context.Background(), label, bytes, cuts)
}

// NewBufferInPartsContext is NewBufferInParts with a context. If ctx ends first, it returns ctx's error, also while
// the driver has this call or another one.
func (d *Device) NewBufferInPartsContext(
	ctx context.Context, label string, bytes int64, cuts []int64,
) (*Buffer, error) {
	cuts = slices.Clone(cuts)
	create := func(ctx context.Context) (*Buffer, error) { return d.newBufferInParts(ctx, label, bytes, cuts) }
	return detach.Value(ctx, d.calls, create, func(b *Buffer) { b.Close() })
}

func (d *Device) newBufferInParts(ctx context.Context, label string, bytes int64, cuts []int64) (*Buffer, error) {
	if bytes <= d.info.Limits.AllocationBytes {
		return d.NewBuffer(label, bytes, Storage)
	}
	for i, c := range cuts {
		if c <= 0 || c >= bytes || c%4 != 0 || i > 0 && c <= cuts[i-1] {
			return nil, invalid("buffer %q: cut %d at byte %d: cuts rise, are multiples of 4, "+
				"and lie inside the %d bytes", label, i, c, bytes)
		}
	}
	b := &Buffer{d: d, label: label, use: Storage.bits()}
	start, ends := int64(0), append(slices.Clone(cuts), bytes)
	for i, end := range ends {
		if i < len(cuts) {
			if ends[i+1]-start <= d.info.Limits.AllocationBytes && (end-start)%int64(d.info.Limits.StorageAlign) == 0 {
				continue // the next range fits into the same allocation
			}
		}
		part, err := d.NewBufferContext(ctx, label, end-start, Storage)
		if err != nil {
			b.Close()
			return nil, err
		}
		b.parts, b.starts = append(b.parts, part), append(b.starts, start)
		b.size += part.size
		start = end
	}
	b.id = b.parts[0].id
	return b, nil
}

// IsInParts reports whether a buffer consists of several allocations.
func (b *Buffer) IsInParts() bool { return b.parts != nil }

// at returns the part and the offset in it that hold the n bytes from off on.
func (b *Buffer) at(off, n int64) (*Buffer, int64, error) {
	if b.parts == nil {
		return b, off, nil
	}
	if err := b.inside(off, n); err != nil {
		return nil, 0, err
	}
	i, found := slices.BinarySearch(b.starts, off)
	if !found {
		i--
	}
	part, off := b.parts[i], off-b.starts[i]
	if off+n > part.size {
		return nil, 0, invalid("buffer %s: %d bytes at %d lie in two of its parts: the next begins at %d",
			b.label, n, b.starts[i]+off, b.starts[i+1])
	}
	return part, off, nil
}

// stretches calls do for each range of the n bytes from off on that lies in one part.
func (b *Buffer) stretches(off, n int64, do func(part *Buffer, at, done, n int64) error) error {
	for done := int64(0); done < n; {
		size := n - done
		part, at := b, off+done
		if b.parts != nil {
			i, found := slices.BinarySearch(b.starts, off+done)
			if !found {
				i--
			}
			part, at = b.parts[i], off+done-b.starts[i]
			size = min(size, part.size-at)
		}
		if err := do(part, at, done, size); err != nil {
			return err
		}
		done += size
	}
	return nil
}
