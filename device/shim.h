// The C half of package device. doc.go explains its purpose.
#ifndef WGFFT_DEVICE_SHIM_H
#define WGFFT_DEVICE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Results of C callbacks that Go collects, one for each device.
typedef struct wgfft_state wgfft_state;

// A pending mapping. Its owner or its callback frees it, whichever comes last.
typedef struct wgfft_map wgfft_map;

// A recorded command. kind determines the fields that are used.
typedef struct {
	uint32_t kind;
	uint32_t x, y, z;
	void *a, *b;
	uint64_t p, q, n;
} wgfft_op;

enum {
	WGFFT_DISPATCH = 1, // a pipeline, b bind group, x y z workgroups
	WGFFT_COPY,         // a destination, p offset, b source, q offset, n bytes
	WGFFT_TIMESTAMP,    // a query set, x index
	WGFFT_RESOLVE       // a query set, x first, y count, b destination, p offset
};

// The state of a device after a call: the number of submissions made and completed, whether its queue is empty,
// whether wgfft_take_error has an error, and whether wgpu panicked. After a panic the device must not be used.
typedef struct {
	uint64_t submitted;
	uint64_t done;
	bool empty;
	bool error;
	bool panicked;
} wgfft_news;

// Lists up to most adapters of the backends and returns their number, or 0 if wgpu panicked.
size_t wgfft_enumerate(void *instance, uint32_t backends, void **adapters, size_t most);

// WGPULimits. The struct of the binding begins with the same fields.
typedef struct {
	uint64_t words[18];
} wgfft_limits;

// Opens a device. Returns NULL if the driver refused or wgpu panicked.
void *wgfft_request_device(void *adapter, wgfft_limits limits, uint32_t const *features, size_t n);

// Releases a device. Returns false if wgpu panicked.
bool wgfft_release_device(void *device);

wgfft_state *wgfft_state_new(void *device);
void wgfft_state_free(wgfft_state *s, void *device);
bool wgfft_has_error(wgfft_state *s);
uint32_t wgfft_take_error(wgfft_state *s, char *message, size_t size);

wgfft_news wgfft_poll(wgfft_state *s, void *device);
wgfft_news wgfft_submit(wgfft_state *s, void *device, void *queue, wgfft_op const *ops, size_t n);
void wgfft_encode(void *encoder, wgfft_op const *ops, size_t n);
void wgfft_write(wgfft_state *s, void *queue, void *buffer, uint64_t offset, void const *data, size_t size);

// A buffer of a bind group, with the layout of WGPUBindGroupEntry.
typedef struct {
	void const *next_in_chain;
	uint32_t binding;
	void *buffer;
	uint64_t offset, size;
	void *sampler, *texture_view;
} wgfft_entry;

// These return NULL if wgpu panicked.
void *wgfft_new_buffer(wgfft_state *s, void *device, char const *label, uint32_t usage, uint64_t size, bool mapped);
void *wgfft_new_bind_group(wgfft_state *s, void *device, char const *label, void *layout,
	wgfft_entry const *entries, size_t n);
void *wgfft_new_query_set(wgfft_state *s, void *device, char const *label, uint32_t type, uint32_t count);
void wgfft_reference_device(void *device);

wgfft_map *wgfft_map_start(wgfft_state *s, void *buffer, uint32_t mode, size_t size);
int32_t wgfft_map_status(wgfft_map *m);
void wgfft_map_drop(wgfft_map *m);
void wgfft_unmap(wgfft_state *s, void *buffer);
void *wgfft_mapped(void *buffer, size_t size);

// Returns freed memory to the system, if the C library would keep it.
void wgfft_trim(void);

void wgfft_sleep(uint32_t microseconds);

#endif
