//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

// wgpu-native 27 panics if a driver reports a lost device or lack of memory at a submission, a poll or a command
// buffer. Its functions can't unwind the stack, so Rust ends the process when the panic reaches them. On Linux,
// the linker replaces the function with which Rust starts to unwind (guard27.go). The replacement jumps out of
// the panicking call instead. No destructor runs, so locks of the device stay locked. The device must not be used or
// released again. On other systems a panic ends the process.

#include "guard.h"

#if defined(__linux__) && !defined(__ANDROID__)

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>
#include <unwind.h>

// A guard is a call of wgfft_panics that has not returned.
typedef struct guard {
	jmp_buf caller;
	struct guard *outer;
} guard;

static _Thread_local guard *innermost;

// Rust counts a thread as panicking until the panic is caught, and wgpu-native releases nothing in such a thread.
static _Thread_local bool panicked;

_Unwind_Reason_Code __real__Unwind_RaiseException(struct _Unwind_Exception *exception);

_Unwind_Reason_Code __wrap__Unwind_RaiseException(struct _Unwind_Exception *exception) {
	if (innermost && memcmp(&exception->exception_class, "MOZ\0RUST", 8) == 0) {
		longjmp(innermost->caller, 1);
	}
	return __real__Unwind_RaiseException(exception);
}

static bool panics_here(void (*f)(void *), void *argument) {
	guard g = {.outer = innermost};
	if (setjmp(g.caller)) {
		innermost = g.outer;
		panicked = true;
		return true;
	}
	innermost = &g;
	f(argument);
	innermost = g.outer;
	return false;
}

// A call for another thread.
typedef struct {
	void (*f)(void *);
	void *argument;
	bool panicked;
} call;

static void *run(void *argument) {
	call *c = argument;
	c->panicked = panics_here(c->f, c->argument);
	return NULL;
}

bool wgfft_panics(void (*f)(void *), void *argument) {
	call c = {.f = f, .argument = argument};
	pthread_t thread;
	if (panicked && pthread_create(&thread, NULL, run, &c) == 0) {
		pthread_join(thread, NULL);
		return c.panicked;
	}
	return panics_here(f, argument);
}

#else

bool wgfft_panics(void (*f)(void *), void *argument) {
	f(argument);
	return false;
}

#endif
