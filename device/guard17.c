//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

// wgpu-native 0.17 panics if a driver reports a lost device or lack of memory at a submission, a poll or a
// command buffer. A Rust panic unwinds the stack like a C++ exception. It ends the process if no frame catches
// it, and Go frames can't. On Linux, wgfft_panics puts a frame that catches everything between Go and
// wgpu-native. The locks of the panicking call are released while the stack unwinds, but its device is in an
// unknown state and must not be used again. On other systems a panic ends the process.

#include "guard.h"

#if defined(__linux__) && defined(__x86_64__) && !defined(__ANDROID__)

#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

#define HIDDEN __attribute__((visibility("hidden")))

// Calls f(argument). Returns NULL, or the exception that unwound f.
HIDDEN struct _Unwind_Exception *wgfft_catch(void (*f)(void *), void *argument);
// The address at which wgfft_catch continues after an exception. Register 0 (rax) holds the exception.
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

// The unwinder calls wgfft_personality twice for an exception that passes wgfft_catch: to ask whether to stop
// there, and to do so.
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

// std::panicking::try::cleanup of the Rust version that built wgpu-native 0.17, which catch_unwind calls. Without
// this call the thread counts as panicking, and its next panic ends the process. The symbol is weak, because
// other builds of wgpu-native have another name for it.
__attribute__((weak)) extern void rust_cleanup(void *exception)
	__asm__("_ZN3std9panicking3try7cleanup17hc98f0df44d621f22E");

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
