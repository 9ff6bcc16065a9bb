//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

// wgpu-native 27, which the modules github.com/oliverbestmann/webgpu/libs-* hold.

#include "backend.h"
#include "wgpu.h"

#include <string.h>

extern void wgpuGenerateReport(void *instance, global_report *report);
extern uint32_t wgpuAdapterGetInfo(void *adapter, adapter_info *info);
extern void wgpuAdapterInfoFreeMembers(adapter_info info);
extern uint32_t wgpuAdapterGetLimits(void *adapter, limits *limits);
extern uint32_t wgpuAdapterHasFeature(void *adapter, uint32_t feature);
extern future wgpuAdapterRequestDevice(void *adapter, device_descriptor const *descriptor, request_device_info info);
extern uint32_t wgpuDeviceGetLimits(void *device, limits *limits);
extern uint32_t wgpuDeviceHasFeature(void *device, uint32_t feature);
extern void wgpuDevicePushErrorScope(void *device, uint32_t filter);
extern future wgpuDevicePopErrorScope(void *device, error_scope_info info);
extern future wgpuQueueOnSubmittedWorkDone(void *queue, work_done_info info);
extern future wgpuBufferMapAsync(void *buffer, uint64_t mode, size_t offset, size_t size, map_info info);

// required returns the limits to open an adapter with. They are the adapter's limits for what kernels use, and the
// defaults of WebGPU for the rest. NVIDIA's driver refuses to open a device with all limits that it reports.
static limits required(void *adapter) {
	limits a = {0}, l;
	wgpuAdapterGetLimits(adapter, &a);
	memset(&l, 0xff, sizeof l); // all are "not set"
	l.next = NULL;
	l.before[BINDINGS_PER_GROUP] = a.before[BINDINGS_PER_GROUP];
	l.before[STORAGE_BUFFERS] = a.before[STORAGE_BUFFERS];
	l.before[UNIFORM_BUFFERS] = a.before[UNIFORM_BUFFERS];
	l.uniform_binding_size = a.uniform_binding_size;
	l.storage_binding_size = a.storage_binding_size;
	l.uniform_align = a.uniform_align;
	l.storage_align = a.storage_align;
	l.buffer_size = a.buffer_size < unlimited ? a.buffer_size : unlimited;
	l.workgroup_storage_size = a.workgroup_storage_size;
	l.invocations = a.invocations;
	l.size_x = a.size_x;
	l.size_y = a.size_y;
	l.size_z = a.size_z;
	l.workgroups = a.workgroups;
	return l;
}

// features returns the bits of the features that has reports for an adapter or a device.
static uint32_t features(void *object, uint32_t (*has)(void *object, uint32_t feature)) {
	uint32_t bits = 0;
	if (has(object, TIMESTAMP_QUERY) && has(object, TIMESTAMP_QUERY_INSIDE_ENCODERS)) {
		bits |= WGFFT_TIMESTAMPS;
	}
	bits |= has(object, SHADER_F64) ? WGFFT_F64 : 0;
	bits |= has(object, SHADER_F16) ? WGFFT_F16 : 0;
	bits |= has(object, SHADER_INT64) ? WGFFT_INT64 : 0;
	bits |= has(object, SUBGROUP) ? WGFFT_SUBGROUPS : 0;
	bits |= has(object, MAPPABLE_PRIMARY_BUFFERS) ? WGFFT_SHARED : 0;
	return bits;
}

// append adds a string to the string in a buffer, and truncates it to fit.
static void append(char *buffer, size_t size, string_view s) {
	size_t n = strlen(buffer);
	if (!s.data) {
		return;
	}
	if (s.size > size - 1 - n) {
		s.size = size - 1 - n;
	}
	memcpy(buffer + n, s.data, s.size);
	buffer[n + s.size] = 0;
}

void backend_describe(void *adapter, wgfft_adapter *a) {
	adapter_info p = {0};
	wgpuAdapterGetInfo(adapter, &p);
	// vendor holds the driver's name.
	append(a->name, sizeof a->name, p.device);
	append(a->driver, sizeof a->driver, p.vendor);
	append(a->driver, sizeof a->driver, view(" "));
	append(a->driver, sizeof a->driver, p.description);
	a->vendor_id = p.vendor_id;
	a->device_id = p.device_id;
	backend_set_types(a, p.backend_type, p.adapter_type);
	wgpuAdapterInfoFreeMembers(p);
	a->features = features(adapter, wgpuAdapterHasFeature);
	limits l = required(adapter);
	a->limits = backend_convert_limits(&l);
}

static void record(wgfft_device *d, uint32_t type, string_view message) {
	uint32_t kind = type == ERROR_NONE ? WGFFT_NO_ERROR : type == ERROR_OUT_OF_MEMORY ? WGFFT_OUT_OF_MEMORY :
		WGFFT_INVALID;
	wgfft_record(d, kind, message.data, message.data ? message.size : 0);
}

static void on_error(void *const *device, uint32_t type, string_view message, void *a, void *b) {
	(void)device, (void)b;
	record(a, type, message);
}

static void on_lost(void *const *device, uint32_t reason, string_view message, void *a, void *b) {
	(void)device, (void)reason, (void)message, (void)b;
	wgfft_device_lost(a);
}

static void on_device(uint32_t status, void *device, string_view message, void *a, void *b) {
	(void)message, (void)b;
	*(void **)a = status == DEVICE_SUCCESS ? device : NULL;
}

void *backend_open(void *adapter, wgfft_device *d) {
	static uint32_t const all[] = {TIMESTAMP_QUERY, TIMESTAMP_QUERY_INSIDE_ENCODERS, SHADER_F64, SHADER_F16,
		SHADER_INT64, SUBGROUP, SUBGROUP_BARRIER, MAPPABLE_PRIMARY_BUFFERS};
	uint32_t found[sizeof all / sizeof *all];
	size_t n = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (wgpuAdapterHasFeature(adapter, all[i])) {
			found[n++] = all[i];
		}
	}
	limits l = required(adapter);
	device_descriptor descriptor = {
		.label = view("wgfft"),
		.feature_count = n,
		.features = found,
		.limits = &l,
		.lost = {.mode = SPONTANEOUS, .callback = on_lost, .a = d},
		.error = {.callback = on_error, .a = d},
	};
	void *device = NULL;
	// This calls on_device before it returns.
	wgpuAdapterRequestDevice(adapter, &descriptor,
		(request_device_info){.mode = SPONTANEOUS, .callback = on_device, .a = &device});
	return device;
}

void backend_limits(void *device, wgfft_limits *l) {
	limits s = {0};
	wgpuDeviceGetLimits(device, &s);
	*l = backend_convert_limits(&s);
}

uint32_t backend_features(void *device) {
	return features(device, wgpuDeviceHasFeature);
}

// The callback for errors of a device is part of its descriptor. An adopted device has the application's callback, so
// error scopes collect the errors of this package. The library has no scope for internal errors, which are rare.

void backend_adopt(wgfft_device *d) {
	(void)d;
}

void backend_leave(wgfft_device *d) {
	(void)d;
}

void backend_watch(wgfft_device *d) {
	wgpuDevicePushErrorScope(d->device, SCOPE_OUT_OF_MEMORY);
	wgpuDevicePushErrorScope(d->device, SCOPE_VALIDATION);
}

static void on_scope(uint32_t status, uint32_t type, string_view message, void *a, void *b) {
	(void)status, (void)b;
	if (type >= ERROR_VALIDATION) {
		record(a, type, message);
	}
}

void backend_collect(wgfft_device *d) {
	for (int i = 0; i < 2; i++) {
		wgpuDevicePopErrorScope(d->device, (error_scope_info){.mode = SPONTANEOUS, .callback = on_scope, .a = d});
	}
}

static void on_done(uint32_t status, void *a, void *b) {
	(void)status, (void)b;
	wgfft_submission_done(a);
}

void backend_notify(wgfft_device *d) {
	wgpuQueueOnSubmittedWorkDone(d->queue, (work_done_info){.mode = SPONTANEOUS, .callback = on_done, .a = d});
}

static void on_mapped(uint32_t status, string_view message, void *a, void *b) {
	(void)message, (void)b;
	wgfft_map_done(a, status == MAP_SUCCESS ? WGFFT_MAP_DONE : WGFFT_MAP_LOST + 1 + (int32_t)status);
}

void backend_map(void *buffer, bool write, size_t size, wgfft_map *m) {
	wgpuBufferMapAsync(buffer, write ? MAP_WRITE : MAP_READ, 0, size,
		(map_info){.mode = SPONTANEOUS, .callback = on_mapped, .a = m});
}

wgfft_counts backend_count(void *instance) {
	global_report r = {0};
	wgpuGenerateReport(instance, &r);
	wgfft_counts c = {r.buffers.allocated, r.bind_groups.allocated, r.bind_group_layouts.allocated,
		r.pipeline_layouts.allocated, r.pipelines.allocated, r.shaders.allocated, r.command_buffers.allocated,
		r.query_sets.allocated};
	return c;
}
