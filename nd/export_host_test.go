package nd

// TemporaryBytes returns the memory of the temporaries that the queue's state keeps.
func (q *Queue) TemporaryBytes() (bytes int) {
	for key, free := range q.on.free {
		bytes += len(free) * key.n * key.d.Size()
	}
	return bytes
}
