// The C half of package device: see doc.go for why each of these exists.
#ifndef WGFFT_DEVICE_SHIM_H
#define WGFFT_DEVICE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One per device: what C callbacks leave behind for Go to collect.
typedef struct wgfft_state wgfft_state;

// One per mapping under way: freed by whichever of its owner and its callback comes last.
typedef struct wgfft_map wgfft_map;

// One recorded command. Which fields count depends on kind.
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

// What a call tells about the device: submissions made and completed so far, whether its queue is empty, and
// whether an error waits in wgfft_take_error.
typedef struct {
	uint64_t submitted;
	uint64_t done;
	bool empty;
	bool error;
} wgfft_news;

wgfft_state *wgfft_state_new(void *device);
void wgfft_state_free(wgfft_state *s, void *device);
bool wgfft_has_error(wgfft_state *s);
uint32_t wgfft_take_error(wgfft_state *s, char *message, size_t size);

wgfft_news wgfft_poll(wgfft_state *s, void *device);
wgfft_news wgfft_submit(wgfft_state *s, void *device, void *queue, wgfft_op const *ops, size_t n);
void wgfft_encode(void *encoder, wgfft_op const *ops, size_t n);
void wgfft_write(void *queue, void *buffer, uint64_t offset, void const *data, size_t size);

wgfft_map *wgfft_map_start(void *buffer, uint32_t mode, size_t size);
int32_t wgfft_map_status(wgfft_map *m);
void wgfft_map_drop(wgfft_map *m);
void wgfft_unmap(void *buffer);
void *wgfft_mapped(void *buffer, size_t size);

// Gives freed memory back to the system, where the C library keeps it otherwise.
void wgfft_trim(void);

void wgfft_sleep(uint32_t microseconds);

#endif
