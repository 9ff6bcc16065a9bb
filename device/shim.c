//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

#include "guard.h"
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

// The functions of wgpu-native used here. They are declared by hand, because the binding doesn't export its
// headers. The types are those of webgpu.h of wgpu-native 0.17; every handle is a void pointer.
typedef void (*error_callback)(uint32_t type, char const *message, void *userdata);
typedef void (*device_callback)(uint32_t status, void *device, char const *message, void *userdata);
typedef void (*status_callback)(uint32_t status, void *userdata);

extern size_t wgpuInstanceEnumerateAdapters(void *instance, void const *options, void **adapters);
extern void wgpuAdapterRequestDevice(void *adapter, void const *descriptor, device_callback callback, void *userdata);
extern void wgpuDeviceSetUncapturedErrorCallback(void *device, error_callback callback, void *userdata);
extern void wgpuDeviceReference(void *device);
extern void wgpuDeviceRelease(void *device);
extern void *wgpuDeviceCreateBuffer(void *device, void const *descriptor);
extern void *wgpuDeviceCreateBindGroup(void *device, void const *descriptor);
extern void *wgpuDeviceCreateQuerySet(void *device, void const *descriptor);
extern bool wgpuDevicePoll(void *device, bool wait, void const *index);
extern void *wgpuDeviceCreateCommandEncoder(void *device, void const *descriptor);
extern void *wgpuCommandEncoderBeginComputePass(void *encoder, void const *descriptor);
extern void wgpuCommandEncoderCopyBufferToBuffer(void *encoder, void *src, uint64_t src_offset, void *dst,
	uint64_t dst_offset, uint64_t size);
extern void wgpuCommandEncoderWriteTimestamp(void *encoder, void *query_set, uint32_t index);
extern void wgpuCommandEncoderResolveQuerySet(void *encoder, void *query_set, uint32_t first, uint32_t count,
	void *dst, uint64_t dst_offset);
extern void *wgpuCommandEncoderFinish(void *encoder, void const *descriptor);
extern void wgpuCommandEncoderRelease(void *encoder);
extern void wgpuCommandBufferRelease(void *commands);
extern void wgpuComputePassEncoderSetPipeline(void *pass, void *pipeline);
extern void wgpuComputePassEncoderSetBindGroup(void *pass, uint32_t index, void *group, size_t offset_count,
	uint32_t const *offsets);
extern void wgpuComputePassEncoderDispatchWorkgroups(void *pass, uint32_t x, uint32_t y, uint32_t z);
extern void wgpuComputePassEncoderEnd(void *pass);
extern void wgpuComputePassEncoderRelease(void *pass);
extern void wgpuQueueSubmit(void *queue, size_t count, void *const *commands);
extern void wgpuQueueOnSubmittedWorkDone(void *queue, status_callback callback, void *userdata);
extern void wgpuQueueWriteBuffer(void *queue, void *buffer, uint64_t offset, void const *data, size_t size);
extern void wgpuBufferMapAsync(void *buffer, uint32_t mode, size_t offset, size_t size,
	status_callback callback, void *userdata);
extern void wgpuBufferUnmap(void *buffer);
extern void *wgpuBufferGetMappedRange(void *buffer, size_t offset, size_t size);

// Values of state.type besides wgpu's error types: no error, and a message that is being written.
enum { NO_ERROR_YET = 0, DEVICE_LOST = 5, WRITING = 0xffff };

struct wgfft_state {
	uint64_t submitted; // submissions that on_done is called for
	uint64_t done;      // ... and was called for
	uint32_t type;      // type of the first error not yet taken
	char message[2048];
	bool panicked; // wgpu must not be called any more
};

struct wgfft_map {
	int32_t status; // -1 while pending, then WGPUBufferMapAsyncStatus
	int32_t owners; // the Go side and the callback
};

static void on_error(uint32_t type, char const *message, void *userdata) {
	wgfft_state *s = userdata;
	uint32_t expected = NO_ERROR_YET;
	if (type == 0 || !__atomic_compare_exchange_n(&s->type, &expected, WRITING, false, __ATOMIC_ACQ_REL,
		__ATOMIC_ACQUIRE)) {
		return; // only the first error is kept; later ones follow from it
	}
	strncpy(s->message, message ? message : "", sizeof s->message - 1);
	s->message[sizeof s->message - 1] = 0;
	__atomic_store_n(&s->type, type, __ATOMIC_RELEASE);
}

// guarded calls f(argument) unless an earlier call panicked. It reports whether f returned.
static bool guarded(wgfft_state *s, void (*f)(void *), void *argument) {
	if (s->panicked) {
		return false;
	}
	s->panicked = wgfft_panics(f, argument);
	return !s->panicked;
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

// A listing holds the arguments of wgfft_enumerate.
typedef struct {
	void *instance;
	struct {
		void const *next_in_chain;
		uint32_t backends;
	} options;
	void **adapters;
	size_t most, found;
} listing;

static void enumerate(void *argument) {
	listing *l = argument;
	size_t n = wgpuInstanceEnumerateAdapters(l->instance, &l->options, NULL);
	void **all = n ? calloc(n, sizeof *all) : NULL;
	if (!all) {
		return;
	}
	wgpuInstanceEnumerateAdapters(l->instance, &l->options, all);
	for (size_t i = 0; i < n && l->found < l->most; i++) {
		if (all[i]) { // the driver may list fewer the second time
			l->adapters[l->found++] = all[i];
		}
	}
	free(all);
}

size_t wgfft_enumerate(void *instance, uint32_t backends, void **adapters, size_t most) {
	listing l = {.instance = instance, .options = {.backends = backends}, .adapters = adapters, .most = most};
	return wgfft_panics(enumerate, &l) ? 0 : l.found;
}

typedef struct {
	void const *next_in_chain;
	wgfft_limits limits;
} required_limits;

typedef struct {
	void const *next_in_chain;
	char const *label;
	size_t feature_count;
	uint32_t const *features;
	required_limits const *limits;
	struct {
		void const *next_in_chain;
		char const *label;
	} default_queue;
	void (*device_lost)(void);
	void *device_lost_userdata;
} device_descriptor;

// An opening holds the arguments of wgfft_request_device and its result.
typedef struct {
	void *adapter;
	device_descriptor const *descriptor;
	void *device;
} opening;

static void on_device(uint32_t status, void *device, char const *message, void *userdata) {
	(void)message;
	((opening *)userdata)->device = status == 0 ? device : NULL;
}

static void request_device(void *argument) {
	opening *o = argument;
	wgpuAdapterRequestDevice(o->adapter, o->descriptor, on_device, o); // calls on_device before it returns
}

void *wgfft_request_device(void *adapter, wgfft_limits limits, uint32_t const *features, size_t n) {
	required_limits required = {.limits = limits};
	device_descriptor d = {.label = "wgfft", .feature_count = n, .features = features, .limits = &required};
	opening o = {.adapter = adapter, .descriptor = &d};
	return wgfft_panics(request_device, &o) ? NULL : o.device;
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
	// the lock that callbacks hold, so no callback uses s afterwards.
	wgpuDeviceSetUncapturedErrorCallback(device, NULL, NULL);
	free(s);
}

bool wgfft_has_error(wgfft_state *s) {
	if (s->panicked) {
		return true;
	}
	uint32_t type = __atomic_load_n(&s->type, __ATOMIC_ACQUIRE);
	return type != NO_ERROR_YET && type != WRITING;
}

uint32_t wgfft_take_error(wgfft_state *s, char *message, size_t size) {
	if (s->panicked) {
		message[0] = 0;
		return DEVICE_LOST;
	}
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
	wgfft_news n = {s->submitted, __atomic_load_n(&s->done, __ATOMIC_ACQUIRE), empty, wgfft_has_error(s), s->panicked};
	return n;
}

// A request holds the arguments and the result of a guarded call.
typedef struct {
	wgfft_state *s;
	void *device, *queue, *buffer;
	wgfft_op const *ops;
	size_t n;
	uint64_t offset;
	void const *data;
	uint32_t mode;
	wgfft_map *map;
	bool empty;
} request;

static void poll(void *argument) {
	request *r = argument;
	r->empty = wgpuDevicePoll(r->device, false, NULL);
}

wgfft_news wgfft_poll(wgfft_state *s, void *device) {
	request r = {.device = device};
	bool ok = guarded(s, poll, &r);
	return news(s, ok && r.empty);
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

static void submit(void *argument) {
	request *r = argument;
	wgfft_state *s = r->s;
	void *encoder = wgpuDeviceCreateCommandEncoder(r->device, NULL);
	if (!wgfft_has_error(s)) {
		wgfft_encode(encoder, r->ops, r->n);
	}
	void *commands = wgpuCommandEncoderFinish(encoder, NULL);
	wgpuCommandEncoderRelease(encoder);
	// Submitting commands that carry an error aborts the process.
	if (!wgfft_has_error(s)) {
		wgpuQueueSubmit(r->queue, 1, &commands);
		s->submitted++; // counted even after an error, because on_done is called anyway
		wgpuQueueOnSubmittedWorkDone(r->queue, on_done, s);
	}
	wgpuCommandBufferRelease(commands);
}

wgfft_news wgfft_submit(wgfft_state *s, void *device, void *queue, wgfft_op const *ops, size_t n) {
	request r = {.s = s, .device = device, .queue = queue, .ops = ops, .n = n};
	guarded(s, submit, &r);
	return news(s, false);
}

static void write_buffer(void *argument) {
	request *r = argument;
	wgpuQueueWriteBuffer(r->queue, r->buffer, r->offset, r->data, r->n);
}

void wgfft_write(wgfft_state *s, void *queue, void *buffer, uint64_t offset, void const *data, size_t size) {
	request r = {.queue = queue, .buffer = buffer, .offset = offset, .data = data, .n = size};
	guarded(s, write_buffer, &r);
}

// The binding can make these objects, too, but only calls from here are guarded.

typedef struct {
	void const *next_in_chain;
	char const *label;
	uint32_t usage;
	uint64_t size;
	bool mapped_at_creation;
} buffer_descriptor;

typedef struct {
	void const *next_in_chain;
	char const *label;
	void *layout;
	size_t entry_count;
	wgfft_entry const *entries;
} bind_group_descriptor;

typedef struct {
	void const *next_in_chain;
	char const *label;
	uint32_t type, count;
	void const *pipeline_statistics;
	size_t pipeline_statistics_count;
} query_set_descriptor;

// A creation is a call of a function that makes an object of a device.
typedef struct {
	void *(*create)(void *device, void const *descriptor);
	void *device;
	void const *descriptor;
	void *object;
} creation;

static void create(void *argument) {
	creation *c = argument;
	c->object = c->create(c->device, c->descriptor);
}

void *wgfft_new_buffer(wgfft_state *s, void *device, char const *label, uint32_t usage, uint64_t size, bool mapped) {
	buffer_descriptor d = {.label = label, .usage = usage, .size = size, .mapped_at_creation = mapped};
	creation c = {.create = wgpuDeviceCreateBuffer, .device = device, .descriptor = &d};
	guarded(s, create, &c);
	return c.object;
}

void *wgfft_new_bind_group(wgfft_state *s, void *device, char const *label, void *layout,
	wgfft_entry const *entries, size_t n) {
	bind_group_descriptor d = {.label = label, .layout = layout, .entry_count = n, .entries = entries};
	creation c = {.create = wgpuDeviceCreateBindGroup, .device = device, .descriptor = &d};
	guarded(s, create, &c);
	return c.object;
}

void *wgfft_new_query_set(wgfft_state *s, void *device, char const *label, uint32_t type, uint32_t count) {
	query_set_descriptor d = {.label = label, .type = type, .count = count};
	creation c = {.create = wgpuDeviceCreateQuerySet, .device = device, .descriptor = &d};
	guarded(s, create, &c);
	return c.object;
}

void wgfft_reference_device(void *device) {
	wgpuDeviceReference(device);
}

static void map_buffer(void *argument) {
	request *r = argument;
	wgpuBufferMapAsync(r->buffer, r->mode, 0, r->n, on_mapped, r->map);
}

wgfft_map *wgfft_map_start(wgfft_state *s, void *buffer, uint32_t mode, size_t size) {
	wgfft_map *m = malloc(sizeof *m);
	if (m) {
		m->status = -1;
		m->owners = 2;
		request r = {.buffer = buffer, .mode = mode, .n = size, .map = m};
		guarded(s, map_buffer, &r); // after a panic, the callback keeps its share of m
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

static void unmap(void *argument) {
	request *r = argument;
	wgpuBufferUnmap(r->buffer);
}

void wgfft_unmap(wgfft_state *s, void *buffer) {
	request r = {.buffer = buffer};
	guarded(s, unmap, &r);
}

bool wgfft_release_device(void *device) {
	return !wgfft_panics(wgpuDeviceRelease, device);
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
	// Sleep has a resolution of milliseconds; short waits yield the time slice instead.
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
