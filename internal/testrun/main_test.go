package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// requireReport compares the report of some lines. A line "tick" is a tick after 20 s.
func requireReport(t *testing.T, want string, all ...string) {
	t.Helper()
	var b strings.Builder
	lines, ticks := make(chan string), make(chan time.Time)
	start := time.Now()
	go func() {
		defer close(lines)
		for _, line := range all {
			if line == "tick" {
				ticks <- start.Add(20 * time.Second)
			} else {
				lines <- line
			}
		}
	}()
	report(&b, lines, ticks, start)
	got, _, _ := strings.Cut(b.String(), " tests in ")
	require.Equal(t, strings.TrimPrefix(want, "\n"), got)
}

func TestProgress(t *testing.T) {
	requireReport(t, `
       20 s: 0 packages have passed; now: compiling and linking
       20 s: 0 packages have passed; now: a TestSlow
ok   a                                    1.5 s
ok   b                                 cached
       20 s: 2 packages have passed; now: compiling and linking
2 packages passed and 0 failed, 1`,
		"tick",
		`{"Action":"start","Package":"a"}`,
		`{"Action":"run","Package":"a","Test":"TestSlow"}`,
		`{"Action":"run","Package":"a","Test":"TestSlow/part"}`,
		`{"Action":"output","Package":"a","Test":"TestSlow","Output":"=== RUN TestSlow\n"}`,
		"tick",
		`{"Action":"pass","Package":"a","Test":"TestSlow","Elapsed":1}`,
		`{"Action":"pass","Package":"a","Elapsed":1.5}`,
		"tick", // a line was printed
		`{"Action":"start","Package":"b"}`,
		`{"Action":"output","Package":"b","Output":"ok  \tb\t(cached)\n"}`,
		`{"Action":"pass","Package":"b","Elapsed":0}`,
		"tick",
		"tick",
	)
}

func TestFailures(t *testing.T) {
	requireReport(t, `
FAIL a TestWrong
    a_test.go:7: wrong
panic: late
FAIL a                                    0.5 s
a.go:1: does not compile
FAIL b                                    0.0 s
a line of the go command
0 packages passed and 2 failed, 2`,
		`{"Action":"start","Package":"a"}`,
		`{"Action":"run","Package":"a","Test":"TestWrong"}`,
		`{"Action":"output","Package":"a","Test":"TestWrong","Output":"    a_test.go:7: wrong\n"}`,
		`{"Action":"fail","Package":"a","Test":"TestWrong","Elapsed":0.1}`,
		`{"Action":"run","Package":"a","Test":"TestRight"}`,
		`{"Action":"output","Package":"a","Test":"TestRight","Output":"not shown\n"}`,
		`{"Action":"pass","Package":"a","Test":"TestRight","Elapsed":0.1}`,
		`{"Action":"output","Package":"a","Output":"panic: late\n"}`,
		`{"Action":"fail","Package":"a","Elapsed":0.5}`,
		`{"ImportPath":"b","Action":"build-output","Output":"a.go:1: does not compile\n"}`,
		`{"ImportPath":"b","Action":"build-fail"}`,
		`{"Action":"fail","Package":"b","Elapsed":0}`,
		"a line of the go command",
	)
}

func TestStatus(t *testing.T) {
	require.NotZero(t, run([]string{"./no/such/folder"}))
	require.Zero(t, run([]string{"-run=^$", "unicode/utf16"}))
}
