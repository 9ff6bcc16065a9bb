//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

// wgpu-native 0.17 panics where a driver reports that the device is lost, or lacks memory, at a submission,
// a poll or a command buffer. A panic of Rust unwinds the stack as an exception of C++ does. It ends the
// process when the unwinder finds no frame that catches it, and the frames of Go can't. On Linux,
// wgfft_panics puts a frame that catches everything between Go and wgpu-native. The locks that the panicking
// call held are released as the stack unwinds, but its device is in an unknown state and must not be used
// again. Elsewhere a panic still ends the process.

#include "guard.h"

#if defined(__linux__) && defined(__x86_64__) && !defined(__ANDROID__)

#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

#define HIDDEN __attribute__((visibility("hidden")))

// Calls f(argument). Returns NULL, or the exception that unwound f.
HIDDEN struct _Unwind_Exception *wgfft_catch(void (*f)(void *), void *argument);
// Where wgfft_catch goes on after an exception, which is in register rax, the one numbered 0.
HIDDEN extern char const wgfft_caught[];
HIDDEN _Unwind_Reason_Code wgfft_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
	struct _Unwind_Exception *exception, struct _Unwind_Context *context);

__asm__(
	".text\n"
	".hidden wgfft_catch\n"
	".globl wgfft_catch\n"
	".type wgfft_catch, @function\n"
	"wgfft_catch:\n"
	"	.cfi_startproc\n"
	"	.cfi_personality 0x1b, wgfft_personality\n" // 0x1b: relative to the instruction, 4 bytes
	"	pushq %rbx\n"                                // aligns the stack
	"	.cfi_def_cfa_offset 16\n"
	"	.cfi_offset %rbx, -16\n"
	"	movq %rdi, %rax\n"
	"	movq %rsi, %rdi\n"
	"	call *%rax\n"
	"	xorl %eax, %eax\n"
	".hidden wgfft_caught\n"
	".globl wgfft_caught\n"
	"wgfft_caught:\n"
	"	popq %rbx\n"
	"	.cfi_def_cfa_offset 8\n"
	"	ret\n"
	"	.cfi_endproc\n"
	".size wgfft_catch, .-wgfft_catch\n");

// wgfft_personality is asked about every exception that passes wgfft_catch: first whether to stop there, then
// to do so.
_Unwind_Reason_Code wgfft_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
	struct _Unwind_Exception *exception, struct _Unwind_Context *context) {
	(void)version, (void)class;
	if (actions & _UA_FORCE_UNWIND) { // the thread ends
		return _URC_CONTINUE_UNWIND;
	}
	if (actions & _UA_SEARCH_PHASE) {
		return _URC_HANDLER_FOUND;
	}
	_Unwind_SetGR(context, 0, (uintptr_t)exception);
	_Unwind_SetIP(context, (uintptr_t)wgfft_caught);
	return _URC_INSTALL_CONTEXT;
}

// std::panicking::try::cleanup of the Rust that built wgpu-native 0.17: what catch_unwind calls. Without it
// the thread counts as panicking for ever, and its next panic ends the process. Weak: another build of
// wgpu-native has another name for it.
__attribute__((weak)) extern void rust_cleanup(void *exception) __asm__("_ZN3std9panicking3try7cleanup17hc98f0df44d621f22E");

bool wgfft_panics(void (*f)(void *), void *argument) {
	struct _Unwind_Exception *exception = wgfft_catch(f, argument);
	if (exception && rust_cleanup) {
		rust_cleanup(exception);
	}
	return exception != NULL;
}

#else

bool wgfft_panics(void (*f)(void *), void *argument) {
	f(argument);
	return false;
}

#endif
