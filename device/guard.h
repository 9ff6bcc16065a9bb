// Survives panics of wgpu-native: see guard17.c and guard27.c.
#ifndef WGFFT_DEVICE_GUARD_H
#define WGFFT_DEVICE_GUARD_H

#include <stdbool.h>

// wgfft_panics calls f(argument) and reports whether wgpu-native panicked in it.
bool wgfft_panics(void (*f)(void *), void *argument);

#endif
