package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// caseVariable names the case that a rank of a test runs.
const caseVariable = "WGFFT_CLUSTER_CASE"

// TestMain runs the tests, or a case of one of them as a rank of mpirun.
func TestMain(m *testing.M) {
	name, isRank := os.LookupEnv(caseVariable)
	if !isRank {
		os.Exit(m.Run())
	}
	if err := runRank(name); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runRank runs a case as one rank.
func runRank(name string) error {
	c, err := Init()
	if err != nil {
		return err
	}
	run, ok := rankCases()[name]
	if !ok {
		return fmt.Errorf("no case %q", name)
	}
	err = run(c)
	// A rank without an error fails with the others, because MPI would wait for it.
	if all := c.Agree(err); all != nil {
		if err != nil {
			fmt.Fprintf(os.Stderr, "rank %d: %v\n", c.rank, err)
		}
		os.Exit(1)
	}
	return c.Close()
}

// mpirun returns the launcher of MPI.
func mpirun(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("mpirun")
	if err != nil && os.Getenv("WGFFT_REQUIRE_MPI") != "" {
		t.Fatal("there is no mpirun: make test-mpi installs OpenMPI on Debian")
	}
	if err != nil {
		t.Skip("there is no mpirun: make test-mpi installs OpenMPI on Debian, and runs this test")
	}
	return path
}

// launch runs a case on ranks, and returns the exit status and what they print. A job that hangs is killed.
func launch(t *testing.T, ranks int, name string) (status int, output string) {
	t.Helper()
	launcher := mpirun(t)
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, launcher, "-n", strconv.Itoa(ranks), self)
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), caseVariable+"="+name, "OMPI_ALLOW_RUN_AS_ROOT=1",
		"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1",
		"OMPI_MCA_btl_vader_single_copy_mechanism=none", "OMPI_MCA_btl=self,vader", "GOMAXPROCS=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	require.NoError(t, ctx.Err(), "the job hangs: %s", &out)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), out.String()
	}
	require.NoError(t, err)
	return 0, out.String()
}

// all collects errors of a rank.
type all []string

// check adds an error unless ok.
func (a *all) check(ok bool, format string, args ...any) {
	if !ok && len(*a) < 20 {
		*a = append(*a, fmt.Sprintf(format, args...))
	}
}

// err returns the errors as one.
func (a all) err() error {
	if len(a) == 0 {
		return nil
	}
	return errors.New(strings.Join(a, "\n"))
}
