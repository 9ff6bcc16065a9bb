//go:build cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27))))

#include "backend.h"
#include "guard.h"

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

// A value of wgfft_device.type while a message is being written.
enum { WRITING = 0xffff };

struct wgfft_map {
	int32_t status;
	int32_t owners; // the Go side and the callback
};

void wgfft_record(wgfft_device *d, uint32_t kind, char const *message, size_t size) {
	uint32_t expected = WGFFT_NO_ERROR;
	if (kind == WGFFT_NO_ERROR || !__atomic_compare_exchange_n(&d->type, &expected, WRITING, false, __ATOMIC_ACQ_REL,
		__ATOMIC_ACQUIRE)) {
		return; // only the first error is kept; later ones follow from it
	}
	if (size >= sizeof d->message) {
		size = sizeof d->message - 1;
	}
	if (size > 0) {
		memcpy(d->message, message, size);
	}
	d->message[size] = 0;
	__atomic_store_n(&d->type, kind, __ATOMIC_RELEASE);
}

void wgfft_submission_done(wgfft_device *d) {
	__atomic_add_fetch(&d->done, 1, __ATOMIC_RELEASE);
}

void wgfft_map_done(wgfft_map *m, int32_t status) {
	__atomic_store_n(&m->status, status, __ATOMIC_RELEASE);
	wgfft_map_drop(m);
}

void wgfft_device_lost(wgfft_device *d) {
	__atomic_store_n(&d->lost, true, __ATOMIC_RELEASE);
}

static bool is_lost(wgfft_device *d) {
	return __atomic_load_n(&d->lost, __ATOMIC_ACQUIRE);
}

bool wgfft_has_error(wgfft_device *d) {
	if (is_lost(d)) {
		return true;
	}
	uint32_t type = __atomic_load_n(&d->type, __ATOMIC_ACQUIRE);
	return type != WGFFT_NO_ERROR && type != WRITING;
}

uint32_t wgfft_take_error(wgfft_device *d, char *message, size_t size) {
	if (is_lost(d)) {
		message[0] = 0;
		return WGFFT_LOST;
	}
	if (!wgfft_has_error(d)) {
		return WGFFT_NO_ERROR;
	}
	uint32_t type = d->type;
	strncpy(message, d->message, size - 1);
	message[size - 1] = 0;
	__atomic_store_n(&d->type, WGFFT_NO_ERROR, __ATOMIC_RELEASE);
	return type;
}

static wgfft_news news(wgfft_device *d, bool empty) {
	wgfft_news n = {d->submitted, __atomic_load_n(&d->done, __ATOMIC_ACQUIRE), empty, wgfft_has_error(d), is_lost(d)};
	return n;
}

// A request holds the arguments and the results of a guarded call.
typedef struct {
	wgfft_device *d;
	void *object, *layout, *shader; // arguments or results
	char const *label, *text, *name;
	wgfft_op const *ops;
	wgfft_entry const *entries;
	uint32_t const *accesses;
	void const *data;
	size_t n;
	uint64_t offset, size;
	uint32_t usage;
	bool flag; // argument or result
	wgfft_map *map;
} request;

// A guarded_call is a request and the function that performs it.
typedef struct {
	void (*f)(request *);
	request *r;
} guarded_call;

static void perform(void *argument) {
	guarded_call *c = argument;
	bool adopted = !c->r->d->instance;
	if (adopted) {
		backend_watch(c->r->d);
	}
	c->f(c->r);
	if (adopted) {
		backend_collect(c->r->d);
	}
}

// guarded calls f(r) unless the device is lost. It reports whether f returned.
static bool guarded(void (*f)(request *), request *r) {
	if (is_lost(r->d)) {
		return false;
	}
	guarded_call c = {f, r};
	if (wgfft_panics(perform, &c)) {
		wgfft_device_lost(r->d);
		return false;
	}
	return true;
}

struct wgfft_list {
	void *instance; // NULL after wgfft_open
	void **adapters;
	size_t n;
};

static void enumerate(void *argument) {
	wgfft_list *l = argument;
	l->instance = backend_new_instance();
	size_t n = l->instance ? backend_enumerate(l->instance, NULL) : 0;
	void **all = n ? calloc(n, sizeof *all) : NULL;
	if (!all) {
		return;
	}
	backend_enumerate(l->instance, all);
	for (size_t i = 0; i < n; i++) {
		if (all[i]) { // the driver may list fewer the second time
			all[l->n++] = all[i];
		}
	}
	l->adapters = all;
}

wgfft_list *wgfft_list_new(void) {
	wgfft_list *l = calloc(1, sizeof *l);
	if (l && wgfft_panics(enumerate, l)) {
		l->n = 0;
	}
	return l;
}

size_t wgfft_list_size(wgfft_list const *l) {
	return l->n;
}

void wgfft_list_get(wgfft_list const *l, size_t i, wgfft_adapter *a) {
	memset(a, 0, sizeof *a);
	if (l->adapters[i]) {
		backend_describe(l->adapters[i], a);
	}
}

// release_instance releases an instance, except the first one of the process, which keeps the driver loaded (doc.go).
static void release_instance(void *instance) {
	static void *first;
	void *none = NULL;
	if (!__atomic_compare_exchange_n(&first, &none, instance, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		wgpuInstanceRelease(instance);
	}
}

static void release_list(void *argument) {
	wgfft_list *l = argument;
	for (size_t i = 0; i < l->n; i++) {
		if (l->adapters[i]) {
			wgpuAdapterRelease(l->adapters[i]);
		}
	}
	if (l->instance) {
		release_instance(l->instance);
	}
}

void wgfft_list_free(wgfft_list *l) {
	wgfft_panics(release_list, l);
	free(l->adapters);
	free(l);
}

static void open_device(void *argument) {
	wgfft_device *d = argument;
	d->device = backend_open(d->adapter, d);
	d->queue = d->device ? wgpuDeviceGetQueue(d->device) : NULL;
}

wgfft_device *wgfft_open(wgfft_list *l, size_t i) {
	wgfft_device *d = l->instance && l->adapters[i] ? calloc(1, sizeof *d) : NULL;
	if (!d) {
		return NULL;
	}
	d->instance = l->instance;
	d->adapter = l->adapters[i];
	if (wgfft_panics(open_device, d) || !d->queue) {
		free(d);
		return NULL;
	}
	l->instance = l->adapters[i] = NULL;
	return d;
}

wgfft_device *wgfft_adopt(void *device, void *queue) {
	wgfft_device *d = calloc(1, sizeof *d);
	if (d) {
		d->device = device;
		d->queue = queue;
		backend_adopt(d);
	}
	return d;
}

static void release_device(void *argument) {
	wgfft_device *d = argument;
	backend_leave(d);
	wgpuQueueRelease(d->queue);
	wgpuDeviceRelease(d->device);
	wgpuAdapterRelease(d->adapter);
	release_instance(d->instance);
}

void wgfft_close(wgfft_device *d) {
	if (!d->instance) {
		backend_leave(d);
	} else if (!wgfft_panics(release_device, d)) {
#ifdef __GLIBC__
		malloc_trim(0); // glibc keeps the memory of compiled kernels otherwise
#endif
	}
	free(d);
}

void wgfft_get_limits(wgfft_device *d, wgfft_limits *l) {
	backend_limits(d->device, l);
}

uint32_t wgfft_get_features(wgfft_device *d) {
	return backend_features(d->device);
}

static void poll(request *r) {
	r->flag = backend_poll(r->d->device);
}

wgfft_news wgfft_poll(wgfft_device *d) {
	request r = {.d = d};
	bool ok = guarded(poll, &r);
	return news(d, ok && r.flag);
}

static void encode(void *encoder, wgfft_op const *ops, size_t n) {
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

static void encode_request(request *r) {
	encode(r->object, r->ops, r->n);
}

void wgfft_encode(wgfft_device *d, void *encoder, wgfft_op const *ops, size_t n) {
	request r = {.d = d, .object = encoder, .ops = ops, .n = n};
	guarded(encode_request, &r);
}

static void finish(request *r) {
	wgfft_device *d = r->d;
	void *encoder = wgpuDeviceCreateCommandEncoder(d->device, NULL);
	if (!wgfft_has_error(d)) {
		encode(encoder, r->ops, r->n);
	}
	r->object = wgpuCommandEncoderFinish(encoder, NULL);
	wgpuCommandEncoderRelease(encoder);
}

static void submit(request *r) {
	wgfft_device *d = r->d;
	// Submitting commands that carry an error aborts the process.
	if (!wgfft_has_error(d)) {
		wgpuQueueSubmit(d->queue, 1, &r->object);
		d->submitted++; // counted even after an error, because the library completes it anyway
		backend_notify(d);
	}
	wgpuCommandBufferRelease(r->object);
}

wgfft_news wgfft_submit(wgfft_device *d, wgfft_op const *ops, size_t n) {
	request r = {.d = d, .ops = ops, .n = n};
	if (guarded(finish, &r)) {
		guarded(submit, &r);
	}
	return news(d, false);
}

static void write_buffer(request *r) {
	wgpuQueueWriteBuffer(r->d->queue, r->object, r->offset, r->data, r->n);
}

void wgfft_write(wgfft_device *d, void *buffer, uint64_t offset, void const *data, size_t size) {
	request r = {.d = d, .object = buffer, .offset = offset, .data = data, .n = size};
	guarded(write_buffer, &r);
}

// created completes a request that makes an object. It returns false after an error.
static bool created(request *r, bool ok) {
	if (ok && !r->object && !wgfft_has_error(r->d)) {
		static char const none[] = "no object";
		wgfft_record(r->d, WGFFT_OUT_OF_MEMORY, none, sizeof none - 1);
	}
	return !wgfft_has_error(r->d);
}

static void probe_objects(request *r) {
	enum { COPY_DESTINATION = 8 };
	backend_poll(r->d->device);
	void *buffer = backend_new_buffer(r->d->device, "probe", COPY_DESTINATION, 4, false);
	if (buffer) {
		wgpuBufferRelease(buffer);
	}
}

// probe_queue submits no commands. A driver may report a loss only at submissions, because its queries of progress
// read memory.
static void probe_queue(request *r) {
	wgpuQueueSubmit(r->d->queue, 0, NULL);
}

// take_loss takes the error of a probe, and marks the device as lost if the error says so.
static void take_loss(wgfft_device *d) {
	char message[sizeof d->message];
	uint32_t kind = wgfft_take_error(d, message, sizeof message);
	if (kind == WGFFT_LOST || (kind != WGFFT_NO_ERROR && strstr(message, "is lost"))) {
		wgfft_device_lost(d);
	}
}

bool wgfft_alive(wgfft_device *d) {
	request r = {.d = d};
	guarded(probe_objects, &r);
	take_loss(d);
	guarded(probe_queue, &r);
	take_loss(d);
	return !is_lost(d);
}

static void new_buffer(request *r) {
	r->object = backend_new_buffer(r->d->device, r->label, r->usage, r->size, r->flag);
}

void *wgfft_new_buffer(wgfft_device *d, char const *label, uint32_t usage, uint64_t size, bool mapped) {
	request r = {.d = d, .label = label, .usage = usage, .size = size, .flag = mapped};
	if (!created(&r, guarded(new_buffer, &r))) {
		wgfft_release_buffer(d, r.object);
		return NULL;
	}
	return r.object;
}

// The steps of a compilation are requests of their own, because none must follow a failed one: wgpu would panic, or
// replace the error by one that follows from it.

static void new_shader(request *r) {
	r->object = backend_new_shader(r->d->device, r->label, r->text);
}

static void new_layout(request *r) {
	r->object = backend_new_layout(r->d->device, r->label, r->accesses, r->n);
}

static void new_pipeline_layout(request *r) {
	r->object = backend_new_pipeline_layout(r->d->device, r->label, r->layout);
}

static void new_pipeline(request *r) {
	r->object = backend_new_pipeline(r->d->device, r->label, r->layout, r->shader, r->name);
}

static void release_shader(request *r) {
	wgpuShaderModuleRelease(r->object);
}

static void release_layout(request *r) {
	wgpuBindGroupLayoutRelease(r->object);
}

static void release_pipeline_layout(request *r) {
	wgpuPipelineLayoutRelease(r->object);
}

static void release_pipeline(request *r) {
	wgpuComputePipelineRelease(r->object);
}

static void release(wgfft_device *d, void (*f)(request *), void *object) {
	if (object) {
		request r = {.d = d, .object = object};
		guarded(f, &r);
	}
}

void *wgfft_new_pipeline(wgfft_device *d, char const *label, char const *text, char const *entry,
	uint32_t const *accesses, size_t n, void **layout) {
	request shader = {.d = d, .label = label, .text = text};
	request group = {.d = d, .label = label, .accesses = accesses, .n = n};
	request all = {.d = d, .label = label};
	request pipeline = {.d = d, .label = label, .name = entry};
	bool ok = created(&shader, guarded(new_shader, &shader)) && created(&group, guarded(new_layout, &group));
	if (ok) {
		all.layout = group.object;
		ok = created(&all, guarded(new_pipeline_layout, &all));
	}
	if (ok) {
		pipeline.layout = all.object;
		pipeline.shader = shader.object;
		ok = created(&pipeline, guarded(new_pipeline, &pipeline));
	}
	release(d, release_pipeline_layout, all.object);
	release(d, release_shader, shader.object);
	if (!ok) {
		wgfft_release_pipeline(d, pipeline.object, group.object);
		return NULL;
	}
	*layout = group.object;
	return pipeline.object;
}

static void new_bind_group(request *r) {
	r->object = backend_new_bind_group(r->d->device, r->label, r->layout, r->entries, r->n);
}

void *wgfft_new_bind_group(wgfft_device *d, char const *label, void *layout, wgfft_entry const *entries, size_t n) {
	request r = {.d = d, .label = label, .layout = layout, .entries = entries, .n = n};
	if (!created(&r, guarded(new_bind_group, &r))) {
		wgfft_release_bind_group(d, r.object);
		return NULL;
	}
	return r.object;
}

static void new_query_set(request *r) {
	r->object = backend_new_query_set(r->d->device, r->label, (uint32_t)r->n);
}

void *wgfft_new_query_set(wgfft_device *d, char const *label, uint32_t count) {
	request r = {.d = d, .label = label, .n = count};
	if (!created(&r, guarded(new_query_set, &r))) {
		wgfft_release_query_set(d, r.object);
		return NULL;
	}
	return r.object;
}

static void release_buffer(request *r) {
	wgpuBufferRelease(r->object);
}

void wgfft_release_buffer(wgfft_device *d, void *buffer) {
	release(d, release_buffer, buffer);
}

void wgfft_release_pipeline(wgfft_device *d, void *pipeline, void *layout) {
	release(d, release_pipeline, pipeline);
	release(d, release_layout, layout);
}

static void release_bind_group(request *r) {
	wgpuBindGroupRelease(r->object);
}

void wgfft_release_bind_group(wgfft_device *d, void *group) {
	release(d, release_bind_group, group);
}

static void release_query_set(request *r) {
	wgpuQuerySetRelease(r->object);
}

void wgfft_release_query_set(wgfft_device *d, void *set) {
	release(d, release_query_set, set);
}

uint64_t wgfft_buffer_size(void *buffer) {
	return wgpuBufferGetSize(buffer);
}

static void map_buffer(request *r) {
	backend_map(r->object, r->flag, r->n, r->map);
}

wgfft_map *wgfft_map_start(wgfft_device *d, void *buffer, bool write, size_t size) {
	wgfft_map *m = malloc(sizeof *m);
	if (m) {
		m->status = WGFFT_MAP_PENDING;
		m->owners = 2;
		request r = {.d = d, .object = buffer, .flag = write, .n = size, .map = m};
		guarded(map_buffer, &r); // after a panic, the callback keeps its share of m
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

static void unmap(request *r) {
	wgpuBufferUnmap(r->object);
}

void wgfft_unmap(wgfft_device *d, void *buffer) {
	request r = {.d = d, .object = buffer};
	guarded(unmap, &r);
}

static void mapped_range(request *r) {
	r->object = wgpuBufferGetMappedRange(r->object, 0, r->n);
}

void *wgfft_mapped(wgfft_device *d, void *buffer, size_t size) {
	request r = {.d = d, .object = buffer, .n = size};
	return guarded(mapped_range, &r) ? r.object : NULL;
}

wgfft_counts wgfft_count(wgfft_device *d) {
	return backend_count(d->instance);
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
