package benchcsv

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// gzipFile closes both a gzip stream and its file.
type gzipFile struct {
	*gzip.Reader
	file *os.File
}

// Close closes the file.
func (g gzipFile) Close() error { return g.file.Close() }

// Open opens a file for reading. It decompresses files with names that end in .gz.
func Open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil || !strings.HasSuffix(name, ".gz") {
		return f, err
	}
	r, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return gzipFile{r, f}, nil
}
