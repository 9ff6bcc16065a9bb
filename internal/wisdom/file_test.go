package wisdom

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var device = Device{Vendor: "Mesa", Name: "llvmpipe (LLVM 15.0.6, 256 bits)", Driver: "d 1",
	Backend: "vulkan", Invocations: 1024, WorkgroupBytes: 32 << 10, KernelVersion: KernelVersion}

// knows returns wisdom of one choice, for the given batch.
func knows(batch int) Wisdom {
	return Wisdom{Device: device}.Learn(Entry{Key: fmt.Sprintf("16 %d", batch),
		Kernels: []string{"fft16_4.4_p4_t1"}, Batch: batch, Ms: 1, UntunedMs: 1, Error: 1e-8,
		Allowed: 1e-7, Compared: 1})
}

func TestFilesKeepWisdom(t *testing.T) {
	f := For(filepath.Join(directory(t), "a", "b"), device)
	require.Regexp(t, `^llvmpipe--llvm-15-0-6--256-bits-[0-9a-f]{8}\.wisdom$`, filepath.Base(f.Path))
	w, aside, err := f.Load()
	require.NoError(t, err)
	require.Empty(t, aside)
	require.Equal(t, Wisdom{Device: device}, w, "nothing is known where there is no file")
	for i := range 3 {
		w, aside, err = f.Add(knows(i + 1))
		require.NoError(t, err)
		require.Empty(t, aside)
		require.Len(t, w.Entries, i+1)
	}
	again, _, err := f.Load()
	require.NoError(t, err)
	require.Equal(t, w.Entries, again.Entries)
	onlyIn(t, f)
	other := device
	other.Driver = "d 2"
	require.NotEqual(t, f.Path, For(filepath.Dir(f.Path), other).Path)
}

// onlyIn requires that the directory holds the file, its lock, the files named, and no others.
func onlyIn(t *testing.T, f File, others ...string) {
	t.Helper()
	all, err := os.ReadDir(filepath.Dir(f.Path))
	require.NoError(t, err)
	names := []string{}
	for _, e := range all {
		names = append(names, e.Name())
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == filepath.Base(f.Path)+".lock" })
	require.ElementsMatch(t, append(others, filepath.Base(f.Path)), names)
}

func TestWhatCanNotBeUsedIsSetAside(t *testing.T) {
	good, err := knows(7).Encode()
	require.NoError(t, err)
	stranger := knows(7)
	stranger.Device.Name = "another"
	foreign, err := stranger.Encode()
	require.NoError(t, err)
	for what, text := range map[string][]byte{"nothing": nil, "half": good[:len(good)/2], "another device": foreign,
		"too long": make([]byte, MaxBytes+5)} {
		f := For(directory(t), device)
		kept := filepath.Base(f.Path) + ".set-aside"
		require.NoError(t, os.WriteFile(f.Path, text, 0o600))
		w, aside, err := f.Load()
		require.NoError(t, err, what)
		require.Contains(t, aside, kept, what)
		require.Empty(t, w.Entries)
		saved, err := os.ReadFile(f.Path + ".set-aside")
		require.NoError(t, err)
		require.Equal(t, len(text), len(saved))
		_, aside, err = f.Load()
		require.NoError(t, err)
		require.Empty(t, aside, "said once")
		require.NoError(t, os.WriteFile(f.Path, text, 0o600))
		w, aside, err = f.Add(knows(3))
		require.NoError(t, err)
		require.Contains(t, aside, "set aside", what)
		require.Len(t, w.Entries, 1)
		onlyIn(t, f, kept)
	}
	f := For(directory(t), device)
	_, _, err = f.Add(stranger)
	require.ErrorIs(t, err, ErrUnusable)
	require.NoError(t, os.Mkdir(f.Path, 0o700))
	_, aside, err := f.Load()
	require.Error(t, err, "a directory")
	require.Empty(t, aside)
}

func TestWhereNothingCanBeWritten(t *testing.T) {
	dir := directory(t)
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	f := For(filepath.Join(file, "below"), device)
	_, _, err := f.Add(knows(1))
	require.Error(t, err)
	if runtime.GOOS != "windows" && os.Getuid() != 0 {
		require.NoError(t, os.Chmod(dir, 0o500))
		_, _, err = For(dir, device).Add(knows(1))
		require.Error(t, err)
	}
}

// Several processes, each with several goroutines, add their wisdom. Nothing is lost, and readers
// always find whole files.
func TestProcessesShareAFile(t *testing.T) {
	if dir := os.Getenv("WISDOMFILE_TEST_DIR"); dir != "" {
		first, err := strconv.Atoi(os.Getenv("WISDOMFILE_TEST_FIRST"))
		require.NoError(t, err)
		addAll(t, For(dir, device), first)
		return
	}
	f := For(directory(t), device)
	var wait sync.WaitGroup
	const processes = 4
	for i := range processes {
		cmd := exec.Command(os.Args[0], "-test.run=^TestProcessesShareAFile$")
		cmd.Env = append(os.Environ(), "WISDOMFILE_TEST_DIR="+filepath.Dir(f.Path),
			fmt.Sprint("WISDOMFILE_TEST_FIRST=", 1+100*i))
		wait.Go(func() {
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
		})
	}
	stop, read := make(chan bool), 0
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_, aside, err := f.Load()
			require.NoError(t, err)
			require.Empty(t, aside)
			read++
		}
	})
	wait.Wait()
	close(stop)
	reading.Wait()
	w, aside, err := f.Load()
	require.NoError(t, err)
	require.Empty(t, aside)
	require.Len(t, w.Entries, processes*each)
	require.Greater(t, read, 10)
	onlyIn(t, f)
}

// each is the number of choices that a process adds.
const each = 40

func addAll(t *testing.T, f File, first int) {
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range each / 4 {
				_, aside, err := f.Add(knows(first + g*each/4 + i))
				require.NoError(t, err)
				require.Empty(t, aside)
			}
		})
	}
	wait.Wait()
}

// directory returns an empty directory and removes it at the end. A file that can't be removed does not fail the test,
// as in t.TempDir, because Wine 8 can't remove all files.
func directory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "wisdom")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// An error of the temporary file names the wisdom file.
func TestFailedWriteNamesTheFile(t *testing.T) {
	f := For(t.TempDir(), someDevice)
	require.NoError(t, os.Mkdir(f.Path, 0o700)) // no file replaces it
	err := f.replace([]byte("text"))
	require.ErrorContains(t, err, f.Path+" cannot be written: ")
	require.NotContains(t, err.Error(), ".tmp")
	f.Path = filepath.Join(f.Path, "no folder", "a.wisdom")
	err = f.replace([]byte("text"))
	require.ErrorContains(t, err, f.Path+" cannot be written: ")
	require.NotContains(t, err.Error(), ".tmp")
}
