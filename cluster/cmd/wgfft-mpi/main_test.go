package main

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// rankVariable makes a test binary a rank of wgfft-mpi.
const rankVariable = "WGFFT_MPI_RANK"

func TestMain(m *testing.M) {
	if os.Getenv(rankVariable) == "" {
		os.Exit(m.Run())
	}
	main()
}

// run runs the command on three ranks, and returns its exit status and output.
func run(t *testing.T, args ...string) (status int, output string) {
	t.Helper()
	launcher, err := exec.LookPath("mpirun")
	if err != nil && os.Getenv("WGFFT_REQUIRE_MPI") == "" {
		t.Skip("there is no mpirun in PATH: install OpenMPI or MPICH (make test-mpi does on Debian)")
	}
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), launcher, append([]string{"-n", "3", self}, args...)...)
	cmd.Env = append(os.Environ(), rankVariable+"=1", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_btl_vader_single_copy_mechanism=none",
		"OMPI_MCA_btl=self,vader")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), out.String()
}

// TestBench verifies transforms of three ranks against one engine.
func TestBench(t *testing.T) {
	want := regexp.MustCompile(`(?s)3 ranks on the CPU engine each.*time .* ms.*exchange .*%.*verified`)
	for _, args := range [][]string{
		{"bench", "--threads", "1", "--rounds", "1", "--verify", "--pieces", "2", "c2c:16x9x8"},
		{"bench", "--threads", "1", "--rounds", "1", "--verify", "--rows", "--double", "--alone=false", "c2r:16x8x8*2"},
	} {
		status, output := run(t, args...)
		require.Zero(t, status, output)
		require.Regexp(t, want, output)
	}
	status, output := run(t, "bench", "c2c:2x9x8")
	require.NotZero(t, status)
	require.Contains(t, output, "3 ranks, but axis 0 of c2c:2x9x8*1 has 2 elements: use at most 2 ranks")
}

// TestExplain checks the shares and the bytes of uneven shares: 100 planes of 40x600 points on 3 ranks.
func TestExplain(t *testing.T) {
	_, f, p, err := parsed([]string{"explain", "--ranks", "3", "--rows", "c2c:100x40x600"}, &bytes.Buffer{})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, explain(&out, f, p))
	require.Equal(t, `c2c:100x40x600*1 on 3 ranks

1  transform rows along axes 1 to 2
2  exchange rows for columns in one piece
3  transform columns along axis 0
4  exchange columns for rows in one piece

 rank  input axis 0   output axis 0  slices MB     work MB    sends MB    receives
    0  0-32           0-32                12.7         6.2         8.5         8.5
    1  33-65          33-65               12.7         6.2         8.5         8.5
    2  66-99          66-99               13.1         6.7         8.7         8.7

At 12.5 GB/s for each rank the exchange takes at least 0.694 ms.
`, out.String())
}

// TestUsage checks that faults of the command line are named.
func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		`no command "time"`: {"time"}, "0 SPECs": {"bench"}, "the kind is dct2": {"bench", "dct2:8x8"},
		"bad spec": {"bench", "c2c"}, "--rounds 0": {"bench", "--rounds", "0", "c2c:8x8"},
		"2 SPECs": {"bench", "c2c:8x8", "--verify"}, "flag provided but not defined": {"bench", "--what", "c2c:8x8"},
	} {
		_, _, _, err := parsed(args, &bytes.Buffer{})
		require.ErrorContains(t, err, want)
	}
	_, f, p, err := parsed([]string{"explain", "--ranks", "9", "c2c:8x8"}, &bytes.Buffer{})
	require.NoError(t, err)
	require.ErrorContains(t, explain(&bytes.Buffer{}, f, p), "9 ranks, but axis 0 of c2c:8x8*1 has 8 elements")
}
