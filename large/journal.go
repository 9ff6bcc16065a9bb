package large

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"reflect"
	"sync"
)

// journalVersion changes when files of an earlier version cannot be continued: with the layout of tiles, or with the
// fields of the journal.
const journalVersion = 2

// A heading is the first line of a journal: the run that it belongs to.
type heading struct {
	Version int    `json:"version"`
	Problem string `json:"problem"`
	Inverse bool   `json:"inverse"`
	Norm    string `json:"norm"`
	Point   int    `json:"point_bytes"` // of a complex point
	Source  string `json:"source"`      // the absolute name
	Size    int64  `json:"size"`        // of the source, in bytes
	Time    int64  `json:"time"`        // of the source's last change, in nanoseconds
	Memory  int64  `json:"memory"`
	run
}

// A run has the choices of the first run, which the next one keeps.
type run struct {
	Limit  int64  `json:"limit"`  // bytes of the buffers
	Layout uint32 `json:"layout"` // a checksum of the division into slabs
	Tiles  string `json:"tiles"`  // the temporary file; empty for none
}

// difference names the first field in which two runs differ, and is empty if the second one can continue the first.
func (h heading) difference(other heading) string {
	if h.Version != other.Version {
		return fmt.Sprintf("version %d of this program's files, not %d", h.Version, other.Version)
	}
	a, b := reflect.ValueOf(h), reflect.ValueOf(other)
	for i := range a.NumField() {
		if f := a.Type().Field(i); f.Name != "run" && a.Field(i).Interface() != b.Field(i).Interface() {
			return fmt.Sprintf("%s %v, not %v", f.Tag.Get("json"), a.Field(i), b.Field(i))
		}
	}
	return ""
}

// A line is a line of the journal after the first one.
type line struct {
	record
	Sums     []uint32 `json:"sums,omitempty"`     // of the blocks of a tile
	Lost     bool     `json:"lost,omitempty"`     // the slab has to be computed again
	Complete bool     `json:"complete,omitempty"` // the result is complete, and only has to be renamed
}

// A journal is a file beside the result with a line for each slab that is on the disk. It is a keeper: slabs wait in a
// queue until another goroutine has synced their file and the journal.
//
// A line is a checksum, a space and JSON. The last line is ignored if it is torn.
type journal struct {
	f        *os.File
	files    []*os.File // the file that each step writes
	check    func() error
	slabs    map[record][]uint32
	complete bool
	event    func(name string) error // called before each part of a step of the journal; nil except in tests

	mu      sync.Mutex
	changed sync.Cond
	syncing
	wait sync.WaitGroup
}

// syncing is the state of the goroutine that syncs.
type syncing struct {
	queue []line // slabs that were written
	busy  bool   // slabs are synced
	ended bool   // no more slabs come
	err   error
}

// errDamaged is the reason for refusing a journal with a wrong line before the last one, or a file of something else.
var errDamaged = errors.New("it is damaged, or no journal")

// isTorn reports whether a text may be the start of a line of a journal.
func isTorn(text []byte) bool {
	sum := min(len(text), 8)
	rest := text[sum:min(len(text), 10)]
	return len(bytes.Trim(text[:sum], "0123456789abcdef")) == 0 && bytes.HasPrefix([]byte(" {"), rest)
}

// readJournal reads a journal. It returns no heading if the file is empty, or ends in its first line. The file ends
// after the last line that is whole.
func readJournal(f *os.File) (j *journal, head *heading, err error) {
	j = &journal{f: f, slabs: map[record][]uint32{}}
	j.changed.L = &j.mu
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	end := 0
	for end < len(text) {
		n := bytes.IndexByte(text[end:], '\n')
		if n < 0 {
			break
		}
		body, ok := unsealed(text[end : end+n])
		if !ok {
			if end+n+1 == len(text) {
				break
			}
			return nil, nil, errDamaged
		}
		if head == nil {
			head = new(heading)
			err = json.Unmarshal(body, head)
		} else {
			var l line
			if err = json.Unmarshal(body, &l); err == nil {
				j.take(l)
			}
		}
		if err != nil {
			return nil, nil, errDamaged
		}
		end += n + 1
	}
	if !isTorn(text[end:]) {
		return nil, nil, errDamaged
	}
	if err := f.Truncate(int64(end)); err != nil {
		return nil, nil, err
	}
	_, err = f.Seek(int64(end), io.SeekStart)
	return j, head, err
}

// take keeps the content of a line.
func (j *journal) take(l line) {
	switch {
	case l.Complete:
		j.complete = true
	case l.Lost:
		delete(j.slabs, l.record)
	default:
		j.slabs[l.record] = l.Sums
	}
}

// sealed returns a line with its checksum.
func sealed(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err) // the types have no values without a text
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(body, castagnoli), body)
}

// unsealed returns the JSON of a line, if its checksum is right.
func unsealed(text []byte) (body []byte, ok bool) {
	sum, body, _ := bytes.Cut(text, []byte(" "))
	return body, string(sum) == fmt.Sprintf("%08x", crc32.Checksum(body, castagnoli))
}

// begin writes the first line of a journal.
func (j *journal) begin(h heading) error {
	if err := j.f.Truncate(0); err != nil {
		return err
	}
	if _, err := j.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return j.append(sealed(h))
}

// append writes lines and syncs them.
func (j *journal) append(text []byte) error {
	if err := j.at("line"); err != nil {
		return err
	}
	if _, err := j.f.Write(text); err != nil {
		return fmt.Errorf("large: the journal: %w", err)
	}
	if err := j.at("sync of the line"); err != nil {
		return err
	}
	if err := j.f.Sync(); err != nil {
		return fmt.Errorf("large: the journal: %w", err)
	}
	return j.at("end of the line")
}

// at calls the event of tests.
func (j *journal) at(name string) error {
	if j.event == nil {
		return nil
	}
	return j.event(name)
}

// start starts the goroutine that syncs.
func (j *journal) start() {
	j.wait.Go(func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		for {
			for len(j.queue) == 0 && !j.ended {
				j.changed.Wait()
			}
			if j.err != nil || len(j.queue) == 0 {
				return
			}
			batch := j.queue
			j.queue, j.busy = nil, true
			j.mu.Unlock()
			err := j.keep(batch)
			j.mu.Lock()
			j.busy = false
			if err != nil {
				j.err = err
			}
			for _, l := range batch {
				j.take(l)
			}
			j.changed.Broadcast()
		}
	})
}

// keep syncs the files of slabs, and then writes their lines. All are of one step.
func (j *journal) keep(batch []line) error {
	if err := j.at("sync of the slabs"); err != nil {
		return err
	}
	if err := syncData(j.files[batch[0].Step]); err != nil {
		return err
	}
	var text []byte
	for _, l := range batch {
		text = append(text, sealed(l)...)
	}
	return j.append(text)
}

// isDone implements keeper.
func (j *journal) isDone(r record) ([]uint32, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	sums, ok := j.slabs[r]
	return sums, ok
}

// done implements keeper.
func (j *journal) done(r record, sums []uint32) error {
	if err := j.check(); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err == nil {
		j.queue = append(j.queue, line{record: r, Sums: sums})
		j.changed.Broadcast()
	}
	return j.err
}

// sync implements keeper.
func (j *journal) sync() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for (len(j.queue) > 0 || j.busy) && j.err == nil {
		j.changed.Wait()
	}
	return j.err
}

// lost implements keeper.
func (j *journal) lost(r record) error {
	if err := j.sync(); err != nil {
		return err
	}
	return j.append(sealed(line{record: r, Lost: true}))
}

// end stops the goroutine, after the slabs of the queue.
func (j *journal) end() {
	j.mu.Lock()
	j.ended = true
	j.changed.Broadcast()
	j.mu.Unlock()
	j.wait.Wait()
}
