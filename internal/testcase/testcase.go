// Package testcase chooses the cases of long tests. The same commit runs the same cases.
//
// A test that has more cases than a usual run has time for takes one shard of them. Three
// environment variables change the choice:
//
//	WGFFT_SHARD=k/n            every test takes shard k of n, with k from 0 to n-1
//	WGFFT_ALL=1                every test takes all of its cases, and the long ones
//	WGFFT_REQUIRE_ADAPTER=1    a test that needs a GPU fails without one, instead of being skipped
//
// The n shards of a test have no case in common, and together they have all cases. A test that
// fails logs its shard.
package testcase

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Long reports whether tests take all of their cases, and the long ones: WGFFT_ALL=1.
func Long() bool { return os.Getenv("WGFFT_ALL") == "1" }

// Shard reports whether case i of a test belongs to this run. Half of the cases do by default.
func Shard(t testing.TB, i int) bool {
	t.Helper()
	return ShardOf(t, i, 2)
}

// ShardOf is Shard for a test that takes one case in count by default.
func ShardOf(t testing.TB, i, count int) bool {
	t.Helper()
	if Long() {
		return true
	}
	s, err := parse(os.Getenv("WGFFT_SHARD"), count)
	if err != nil {
		t.Fatal(err)
	}
	s.logOnFailure(t)
	return s.has(i)
}

// SkipNoAdapter skips a test that found no GPU, with err as the reason. If an adapter is required,
// it fails the test.
func SkipNoAdapter(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("WGFFT_REQUIRE_ADAPTER") == "1" {
		t.Fatalf("%v; WGFFT_REQUIRE_ADAPTER=1 requires an adapter", err)
	}
	t.Skip(err)
}

// SkipNoSharedMemory skips a test for memory that the process and a GPU share. It fails the test on Linux if an adapter
// is required, because the drivers of the tests share memory there.
func SkipNoSharedMemory(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "linux" && os.Getenv("WGFFT_REQUIRE_ADAPTER") == "1" {
		t.Fatal("the driver shares no memory with the process")
	}
	t.Skip("only Linux has memory that a process and a GPU share")
}

// A shard is one of count parts of a list of cases.
type shard struct{ index, count int }

// parse reads the value of WGFFT_SHARD. The empty value means shard 0 of count.
func parse(value string, count int) (shard, error) {
	if value == "" {
		return shard{0, count}, nil
	}
	index, of, _ := strings.Cut(value, "/")
	k, errK := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errK != nil || errN != nil || k < 0 || k >= n {
		return shard{}, fmt.Errorf("WGFFT_SHARD is %q, want k/n with 0 <= k < n, such as 0/2", value)
	}
	return shard{k, n}, nil
}

func (s shard) String() string { return fmt.Sprintf("%d/%d", s.index, s.count) }

// has reports whether case i belongs to the shard.
//
// A shard takes one case of every block of count consecutive cases. A hash of the block's number
// chooses the case, so that a shard is no arithmetic progression. A test that varies something with
// i%2 would not see both values in a progression.
func (s shard) has(i int) bool {
	block := uint32(i / s.count)
	hash := block * 0x9e3779b1
	hash = (hash ^ hash>>15) * 0x85ebca6b
	offset := int((hash >> 8) % uint32(s.count))
	return (i+offset)%s.count == s.index
}

// logged holds the tests that will log their shard if they fail.
var logged sync.Map

// logOnFailure makes t log the shard once if it fails.
func (s shard) logOnFailure(t testing.TB) {
	if _, done := logged.LoadOrStore(t, s); done {
		return
	}
	t.Cleanup(func() {
		logged.Delete(t)
		if t.Failed() {
			t.Logf("WGFFT_SHARD=%v runs the same cases", s)
		}
	})
}
