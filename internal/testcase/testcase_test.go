package testcase

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every case belongs to one shard, and every block of n cases gives one case to each shard.
func TestShardsPartition(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 32} {
		for index := range n {
			perBlock := map[int]int{}
			for i := range 10 * n {
				owners := 0
				for k := range n {
					if (shard{k, n}).has(i) {
						owners++
					}
				}
				require.Equal(t, 1, owners, "case %d of %d shards", i, n)
				if (shard{index, n}).has(i) {
					perBlock[i/n]++
				}
			}
			require.Len(t, perBlock, 10, "shard %d of %d", index, n)
		}
	}
}

// Either shard of two has even and odd cases in about equal number.
func TestShardIsNoProgression(t *testing.T) {
	for k := range 2 {
		odd := 0
		for i := 1; i < 200; i += 2 {
			if (shard{k, 2}).has(i) {
				odd++
			}
		}
		require.InDelta(t, 50, odd, 15)
	}
}

func TestParse(t *testing.T) {
	for value, want := range map[string]shard{"": {0, 5}, "0/2": {0, 2}, "31/32": {31, 32}, "0/1": {0, 1}} {
		got, err := parse(value, 5)
		require.NoError(t, err, value)
		require.Equal(t, want, got, value)
	}
	for _, value := range []string{"1", "2/2", "-1/2", "a/2", "1/b", "1/", "/2", "0/0", "1/2/3"} {
		_, err := parse(value, 5)
		require.ErrorContains(t, err, fmt.Sprintf("WGFFT_SHARD is %q, want k/n", value))
	}
}

func TestEnvironment(t *testing.T) {
	count := func() (n int) {
		for i := range 100 {
			if Shard(t, i) {
				n++
			}
		}
		return n
	}
	t.Setenv("WGFFT_ALL", "")
	t.Setenv("WGFFT_SHARD", "")
	require.False(t, Long())
	require.Equal(t, 50, count())
	t.Setenv("WGFFT_SHARD", "1/4")
	require.Equal(t, 25, count())
	t.Setenv("WGFFT_ALL", "1")
	require.True(t, Long())
	require.Equal(t, 100, count())
}

// A recorder is a test whose end can be looked at.
type recorder struct {
	testing.TB
	failed, skipped bool
	log             []string
	cleanups        []func()
}

func (r *recorder) Helper()          {}
func (r *recorder) Failed() bool     { return r.failed }
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Logf(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.failed = true; r.Logf(format, args...) }
func (r *recorder) Fatal(args ...any)                 { r.failed = true; r.Logf("%v", args...) }
func (r *recorder) Skip(args ...any)                  { r.skipped = true; r.Logf("%v", args...) }

func (r *recorder) end() string {
	for _, f := range r.cleanups {
		f()
	}
	return strings.Join(r.log, "\n")
}

// A test that fails logs its shard once, and a test that passes logs nothing.
func TestFailureNamesTheShard(t *testing.T) {
	t.Setenv("WGFFT_ALL", "")
	t.Setenv("WGFFT_SHARD", "")
	for _, failed := range []bool{false, true} {
		r := &recorder{}
		for i := range 5 {
			ShardOf(r, i, 3)
		}
		r.failed = failed
		require.Equal(t, map[bool]string{true: "WGFFT_SHARD=0/3 runs the same cases"}[failed], r.end())
	}
	t.Setenv("WGFFT_SHARD", "wrong")
	r := &recorder{}
	require.Panics(t, func() { Shard(r, 0) }, "a shard of 0 cases")
	require.True(t, r.failed)
}

func TestSkipNoAdapter(t *testing.T) {
	t.Setenv("WGFFT_REQUIRE_ADAPTER", "")
	r := &recorder{}
	SkipNoAdapter(r, errors.New("no GPU found"))
	require.True(t, r.skipped)
	require.False(t, r.failed)
	t.Setenv("WGFFT_REQUIRE_ADAPTER", "1")
	r = &recorder{}
	SkipNoAdapter(r, errors.New("no GPU found"))
	require.True(t, r.failed)
	require.Contains(t, r.end(), "no GPU found")
}
