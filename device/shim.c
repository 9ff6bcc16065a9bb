//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

#include "shim.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

// The functions of wgpu-native that are used here, declared by hand: the binding keeps its headers to
// itself. Types as in the webgpu.h of wgpu-native 0.17, every handle a void pointer.
typedef void (*error_callback)(uint32_t type, char const *message, void *userdata);
typedef void (*status_callback)(uint32_t status, void *userdata);

extern void wgpuDeviceSetUncapturedErrorCallback(void *device, error_callback callback, void *userdata);
extern bool wgpuDevicePoll(void *device, bool wait, void const *index);
extern void *wgpuDeviceCreateCommandEncoder(void *device, void const *descriptor);
extern void *wgpuCommandEncoderBeginComputePass(void *encoder, void const *descriptor);
extern void wgpuCommandEncoderCopyBufferToBuffer(void *encoder, void *src, uint64_t src_offset, void *dst, uint64_t dst_offset, uint64_t size);
extern void wgpuCommandEncoderWriteTimestamp(void *encoder, void *query_set, uint32_t index);
extern void wgpuCommandEncoderResolveQuerySet(void *encoder, void *query_set, uint32_t first, uint32_t count, void *dst, uint64_t dst_offset);
extern void *wgpuCommandEncoderFinish(void *encoder, void const *descriptor);
extern void wgpuCommandEncoderRelease(void *encoder);
extern void wgpuCommandBufferRelease(void *commands);
extern void wgpuComputePassEncoderSetPipeline(void *pass, void *pipeline);
extern void wgpuComputePassEncoderSetBindGroup(void *pass, uint32_t index, void *group, size_t offset_count, uint32_t const *offsets);
extern void wgpuComputePassEncoderDispatchWorkgroups(void *pass, uint32_t x, uint32_t y, uint32_t z);
extern void wgpuComputePassEncoderEnd(void *pass);
extern void wgpuComputePassEncoderRelease(void *pass);
extern void wgpuQueueSubmit(void *queue, size_t count, void *const *commands);
extern void wgpuQueueOnSubmittedWorkDone(void *queue, status_callback callback, void *userdata);
extern void wgpuQueueWriteBuffer(void *queue, void *buffer, uint64_t offset, void const *data, size_t size);
extern void wgpuBufferMapAsync(void *buffer, uint32_t mode, size_t offset, size_t size, status_callback callback, void *userdata);
extern void wgpuBufferUnmap(void *buffer);
extern void *wgpuBufferGetMappedRange(void *buffer, size_t offset, size_t size);

// Values of state.type besides wgpu's error types: nothing there, and a message being written.
enum { NO_ERROR_YET = 0, WRITING = 0xffff };

struct wgfft_state {
	uint64_t submitted; // submissions that on_done is called for
	uint64_t done;      // ... and was called for
	uint32_t type; // of the first error not yet taken
	char message[2048];
};

struct wgfft_map {
	int32_t status; // -1 while pending, then WGPUBufferMapAsyncStatus
	int32_t owners; // the Go side and the callback
};

static void on_error(uint32_t type, char const *message, void *userdata) {
	wgfft_state *s = userdata;
	uint32_t expected = NO_ERROR_YET;
	if (type == 0 || !__atomic_compare_exchange_n(&s->type, &expected, WRITING, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		return; // only the first error is kept: those that follow are its echoes
	}
	strncpy(s->message, message ? message : "", sizeof s->message - 1);
	s->message[sizeof s->message - 1] = 0;
	__atomic_store_n(&s->type, type, __ATOMIC_RELEASE);
}

static void on_done(uint32_t status, void *userdata) {
	wgfft_state *s = userdata;
	(void)status;
	__atomic_add_fetch(&s->done, 1, __ATOMIC_RELEASE);
}

static void on_mapped(uint32_t status, void *userdata) {
	wgfft_map *m = userdata;
	__atomic_store_n(&m->status, (int32_t)status, __ATOMIC_RELEASE);
	wgfft_map_drop(m);
}

wgfft_state *wgfft_state_new(void *device) {
	wgfft_state *s = calloc(1, sizeof *s);
	if (s) {
		wgpuDeviceSetUncapturedErrorCallback(device, on_error, s);
	}
	return s;
}

void wgfft_state_free(wgfft_state *s, void *device) {
	// Without a callback errors are dropped; the default one would abort the process. The call takes
	// the lock that callbacks run under, so afterwards none of them is using s.
	wgpuDeviceSetUncapturedErrorCallback(device, NULL, NULL);
	free(s);
}

bool wgfft_has_error(wgfft_state *s) {
	uint32_t type = __atomic_load_n(&s->type, __ATOMIC_ACQUIRE);
	return type != NO_ERROR_YET && type != WRITING;
}

uint32_t wgfft_take_error(wgfft_state *s, char *message, size_t size) {
	if (!wgfft_has_error(s)) {
		return 0;
	}
	uint32_t type = s->type;
	strncpy(message, s->message, size - 1);
	message[size - 1] = 0;
	__atomic_store_n(&s->type, NO_ERROR_YET, __ATOMIC_RELEASE);
	return type;
}

static wgfft_news news(wgfft_state *s, bool empty) {
	wgfft_news n = {s->submitted, __atomic_load_n(&s->done, __ATOMIC_ACQUIRE), empty, wgfft_has_error(s)};
	return n;
}

wgfft_news wgfft_poll(wgfft_state *s, void *device) {
	return news(s, wgpuDevicePoll(device, false, NULL));
}

void wgfft_encode(void *encoder, wgfft_op const *ops, size_t n) {
	void *pass = NULL, *pipeline = NULL, *group = NULL;
	for (size_t i = 0; i <= n; i++) {
		if (pass && (i == n || ops[i].kind != WGFFT_DISPATCH)) {
			wgpuComputePassEncoderEnd(pass);
			wgpuComputePassEncoderRelease(pass);
			pass = NULL;
		}
		if (i == n) {
			return;
		}
		wgfft_op const *o = &ops[i];
		switch (o->kind) {
		case WGFFT_DISPATCH:
			if (!pass) {
				pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
				pipeline = group = NULL;
			}
			if (o->a != pipeline) {
				wgpuComputePassEncoderSetPipeline(pass, pipeline = o->a);
			}
			if (o->b != group) {
				wgpuComputePassEncoderSetBindGroup(pass, 0, group = o->b, 0, NULL);
			}
			wgpuComputePassEncoderDispatchWorkgroups(pass, o->x, o->y, o->z);
			break;
		case WGFFT_COPY:
			wgpuCommandEncoderCopyBufferToBuffer(encoder, o->b, o->q, o->a, o->p, o->n);
			break;
		case WGFFT_TIMESTAMP:
			wgpuCommandEncoderWriteTimestamp(encoder, o->a, o->x);
			break;
		case WGFFT_RESOLVE:
			wgpuCommandEncoderResolveQuerySet(encoder, o->a, o->x, o->y, o->b, o->p);
			break;
		}
	}
}

wgfft_news wgfft_submit(wgfft_state *s, void *device, void *queue, wgfft_op const *ops, size_t n) {
	void *encoder = wgpuDeviceCreateCommandEncoder(device, NULL);
	if (!wgfft_has_error(s)) {
		wgfft_encode(encoder, ops, n);
	}
	void *commands = wgpuCommandEncoderFinish(encoder, NULL);
	wgpuCommandEncoderRelease(encoder);
	// Submitting commands that carry an error aborts the process.
	if (!wgfft_has_error(s)) {
		wgpuQueueSubmit(queue, 1, &commands);
		s->submitted++; // counted even if the call left an error: on_done comes all the same
		wgpuQueueOnSubmittedWorkDone(queue, on_done, s);
	}
	wgpuCommandBufferRelease(commands);
	return news(s, false);
}

void wgfft_write(void *queue, void *buffer, uint64_t offset, void const *data, size_t size) {
	wgpuQueueWriteBuffer(queue, buffer, offset, data, size);
}

wgfft_map *wgfft_map_start(void *buffer, uint32_t mode, size_t size) {
	wgfft_map *m = malloc(sizeof *m);
	if (m) {
		m->status = -1;
		m->owners = 2;
		wgpuBufferMapAsync(buffer, mode, 0, size, on_mapped, m);
	}
	return m;
}

int32_t wgfft_map_status(wgfft_map *m) {
	return __atomic_load_n(&m->status, __ATOMIC_ACQUIRE);
}

void wgfft_map_drop(wgfft_map *m) {
	if (__atomic_sub_fetch(&m->owners, 1, __ATOMIC_ACQ_REL) == 0) {
		free(m);
	}
}

void wgfft_unmap(void *buffer) {
	wgpuBufferUnmap(buffer);
}

void *wgfft_mapped(void *buffer, size_t size) {
	return wgpuBufferGetMappedRange(buffer, 0, size);
}

void wgfft_trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

void wgfft_sleep(uint32_t microseconds) {
#ifdef _WIN32
	// Sleep counts in milliseconds and oversleeps; short waits give up the time slice instead.
	if (microseconds < 200) {
		SwitchToThread();
	} else {
		Sleep(1);
	}
#else
	struct timespec t = {0, (long)microseconds * 1000};
	nanosleep(&t, NULL);
#endif
}
