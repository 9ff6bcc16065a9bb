//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

// wgpu-native 27, which the modules github.com/oliverbestmann/webgpu/libs-* hold.

#include "wgpu27.h"
#include "backend.h"

#include <stdlib.h>
#include <string.h>

extern void wgpuSetLogLevel(uint32_t level);
extern void *wgpuCreateInstance(instance_descriptor const *descriptor);
extern size_t wgpuInstanceEnumerateAdapters(void *instance, enumerate_options const *options, void **adapters);
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
extern uint32_t wgpuDevicePoll(void *device, uint32_t wait, void const *index);
extern void *wgpuDeviceCreateBuffer(void *device, buffer_descriptor const *descriptor);
extern void *wgpuDeviceCreateShaderModule(void *device, shader_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroupLayout(void *device, layout_descriptor const *descriptor);
extern void *wgpuDeviceCreatePipelineLayout(void *device, pipeline_layout_descriptor const *descriptor);
extern void *wgpuDeviceCreateComputePipeline(void *device, pipeline_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroup(void *device, group_descriptor const *descriptor);
extern void *wgpuDeviceCreateQuerySet(void *device, query_set_descriptor const *descriptor);
extern future wgpuQueueOnSubmittedWorkDone(void *queue, work_done_info info);
extern future wgpuBufferMapAsync(void *buffer, uint64_t mode, size_t offset, size_t size, map_info info);
extern uint64_t wgpuBufferGetUsage(void *buffer);

// view returns the view of a string with a NUL at its end.
static string_view view(char const *s) {
	string_view v = {s, strlen(s)};
	return v;
}

void *backend_new_instance(void) {
	wgpuSetLogLevel(0);
	// The GL backend prints warnings and lists every GPU a second time, with fewer features.
	instance_extras extras = {.chain.type = INSTANCE_EXTRAS, .backends = PRIMARY_BACKENDS};
	instance_descriptor d = {.next = &extras};
	return wgpuCreateInstance(&d);
}

size_t backend_enumerate(void *instance, void **adapters) {
	enumerate_options o = {.backends = PRIMARY_BACKENDS};
	return wgpuInstanceEnumerateAdapters(instance, &o, adapters);
}

// required returns the limits to open an adapter with: the adapter's limits of what kernels use, and the defaults of
// WebGPU for the rest. NVIDIA's driver refuses to open a device with all limits that it reports.
static limits required(void *adapter) {
	// The limit of the buffer size of a driver that reports none, such as NVIDIA's. wgpu-native takes the largest
	// number for "not set".
	static uint64_t const unlimited = 1ull << 40;
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

static wgfft_limits convert(limits const *l) {
	wgfft_limits c = {
		.buffer_bytes = l->buffer_size,
		.binding_bytes = l->storage_binding_size,
		.uniform_bytes = l->uniform_binding_size,
		.invocations = l->invocations,
		.workgroup_bytes = l->workgroup_storage_size,
		.workgroups = l->workgroups,
		.size = {l->size_x, l->size_y, l->size_z},
		.storage_bindings = l->before[STORAGE_BUFFERS],
		.storage_align = l->storage_align,
		.uniform_align = l->uniform_align,
	};
	return c;
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
	switch (p.backend_type) {
	case TYPE_VULKAN:
		a->backend = WGFFT_VULKAN;
		break;
	case TYPE_METAL:
		a->backend = WGFFT_METAL;
		break;
	case TYPE_D3D12:
		a->backend = WGFFT_D3D12;
		break;
	default:
		a->backend = WGFFT_OTHER_BACKEND;
	}
	switch (p.adapter_type) {
	case TYPE_DISCRETE:
		a->kind = WGFFT_DISCRETE;
		break;
	case TYPE_INTEGRATED:
		a->kind = WGFFT_INTEGRATED;
		break;
	case TYPE_CPU:
		a->kind = WGFFT_CPU;
		break;
	default:
		a->kind = WGFFT_OTHER_KIND;
	}
	wgpuAdapterInfoFreeMembers(p);
	a->features = features(adapter, wgpuAdapterHasFeature);
	limits l = required(adapter);
	a->limits = convert(&l);
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
		SHADER_INT64, SUBGROUP, SUBGROUP_BARRIER};
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
	*l = convert(&s);
}

uint32_t backend_features(void *device) {
	return features(device, wgpuDeviceHasFeature);
}

// The callback for errors of a device is part of its descriptor. A device of the application has the application's
// callback, so error scopes collect our errors. The library has no scope for internal errors, which are rare.

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

bool backend_poll(void *device) {
	return wgpuDevicePoll(device, false, NULL) != 0;
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

void *backend_new_buffer(void *device, char const *label, uint32_t usage, uint64_t size, bool mapped) {
	buffer_descriptor d = {.label = view(label), .usage = usage, .size = size, .mapped_at_creation = mapped};
	return wgpuDeviceCreateBuffer(device, &d);
}

void *backend_new_shader(void *device, char const *label, char const *text) {
	shader_source source = {.chain.type = SHADER_SOURCE_WGSL, .code = view(text)};
	shader_descriptor d = {.next = &source, .label = view(label)};
	return wgpuDeviceCreateShaderModule(device, &d);
}

void *backend_new_layout(void *device, char const *label, uint32_t const *accesses, size_t n) {
	static uint32_t const types[] = {[WGFFT_READ] = READ_ONLY_BINDING,
		[WGFFT_READ_WRITE] = STORAGE_BINDING, [WGFFT_UNIFORM] = UNIFORM_BINDING};
	layout_entry *entries = calloc(n + 1, sizeof *entries);
	if (!entries) {
		return NULL;
	}
	for (size_t i = 0; i < n; i++) {
		entries[i].binding = (uint32_t)i;
		entries[i].visibility = VISIBLE_TO_COMPUTE;
		entries[i].buffer.type = types[accesses[i]];
	}
	layout_descriptor d = {.label = view(label), .entry_count = n, .entries = entries};
	void *layout = wgpuDeviceCreateBindGroupLayout(device, &d);
	free(entries);
	return layout;
}

void *backend_new_pipeline_layout(void *device, char const *label, void *layout) {
	pipeline_layout_descriptor d = {.label = view(label), .layout_count = 1, .layouts = &layout};
	return wgpuDeviceCreatePipelineLayout(device, &d);
}

void *backend_new_pipeline(void *device, char const *label, void *layout, void *shader, char const *entry) {
	pipeline_descriptor d = {.label = view(label), .layout = layout,
		.compute = {.module = shader, .entry_point = view(entry)}};
	return wgpuDeviceCreateComputePipeline(device, &d);
}

void *backend_new_bind_group(void *device, char const *label, void *layout, wgfft_entry const *entries, size_t n) {
	group_entry *all = calloc(n + 1, sizeof *all);
	if (!all) {
		return NULL;
	}
	for (size_t i = 0; i < n; i++) {
		all[i].binding = (uint32_t)i;
		all[i].buffer = entries[i].buffer;
		all[i].offset = entries[i].offset;
		all[i].size = entries[i].size;
	}
	group_descriptor d = {.label = view(label), .layout = layout, .entry_count = n, .entries = all};
	void *group = wgpuDeviceCreateBindGroup(device, &d);
	free(all);
	return group;
}

void *backend_new_query_set(void *device, char const *label, uint32_t count) {
	query_set_descriptor d = {.label = view(label), .type = QUERY_TIMESTAMP, .count = count};
	return wgpuDeviceCreateQuerySet(device, &d);
}

uint32_t wgfft_buffer_usage(void *buffer) {
	return (uint32_t)wgpuBufferGetUsage(buffer);
}

wgfft_counts backend_count(void *instance) {
	global_report r = {0};
	wgpuGenerateReport(instance, &r);
	wgfft_counts c = {r.buffers.allocated, r.bind_groups.allocated, r.bind_group_layouts.allocated,
		r.pipeline_layouts.allocated, r.pipelines.allocated, r.shaders.allocated, r.command_buffers.allocated,
		r.query_sets.allocated};
	return c;
}
