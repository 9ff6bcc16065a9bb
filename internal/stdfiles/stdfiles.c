//go:build cgo && unix

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "stdfiles.h"

static int output_closed;

// look runs before the Go runtime does.
__attribute__((constructor)) static void look(void) {
	output_closed = fcntl(STDOUT_FILENO, F_GETFD) == -1 && errno == EBADF;
}

int wgfft_output_closed(void) { return output_closed; }
