//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

// wgpu-native 0.17, which go-webgpu 0.17 links.

#include "wgpu17.h"
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*error_callback)(uint32_t type, char const *message, void *userdata);
typedef void (*device_callback)(uint32_t status, void *device, char const *message, void *userdata);
typedef void (*status_callback)(uint32_t status, void *userdata);

extern void wgpuSetLogLevel(uint32_t level);
extern void *wgpuCreateInstance(instance_descriptor const *descriptor);
extern size_t wgpuInstanceEnumerateAdapters(void *instance, enumerate_options const *options, void **adapters);
extern void wgpuGenerateReport(void *instance, global_report *report);
extern void wgpuAdapterGetProperties(void *adapter, adapter_properties *properties);
extern bool wgpuAdapterGetLimits(void *adapter, limits_descriptor *limits);
extern bool wgpuAdapterHasFeature(void *adapter, uint32_t feature);
extern void wgpuAdapterRequestDevice(void *adapter, device_descriptor const *descriptor, device_callback callback,
	void *userdata);
extern bool wgpuDeviceGetLimits(void *device, limits_descriptor *limits);
extern bool wgpuDeviceHasFeature(void *device, uint32_t feature);
extern void wgpuDeviceSetUncapturedErrorCallback(void *device, error_callback callback, void *userdata);
extern bool wgpuDevicePoll(void *device, bool wait, void const *index);
extern void *wgpuDeviceCreateBuffer(void *device, buffer_descriptor const *descriptor);
extern void *wgpuDeviceCreateShaderModule(void *device, shader_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroupLayout(void *device, layout_descriptor const *descriptor);
extern void *wgpuDeviceCreatePipelineLayout(void *device, pipeline_layout_descriptor const *descriptor);
extern void *wgpuDeviceCreateComputePipeline(void *device, pipeline_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroup(void *device, group_descriptor const *descriptor);
extern void *wgpuDeviceCreateQuerySet(void *device, query_set_descriptor const *descriptor);
extern void wgpuQueueOnSubmittedWorkDone(void *queue, status_callback callback, void *userdata);
extern void wgpuBufferMapAsync(void *buffer, uint32_t mode, size_t offset, size_t size,
	status_callback callback, void *userdata);
extern uint32_t wgpuBufferGetUsage(void *buffer);

// The limit of the buffer size of a driver that reports none, such as NVIDIA's. wgpu-native takes the largest number
// for "not set".
static uint64_t const unlimited = 1ull << 40;

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

// required returns all limits of an adapter, to open it with.
static limits required(void *adapter) {
	limits_descriptor s = {0};
	wgpuAdapterGetLimits(adapter, &s);
	if (s.limits.buffer_size > unlimited) {
		s.limits.buffer_size = unlimited;
	}
	if (s.limits.storage_binding_size > INT64_MAX) {
		s.limits.storage_binding_size = INT64_MAX;
	}
	return s.limits;
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

// has_timestamps reports whether the adapter can take timestamps. On Metal, this version announces the feature without
// implementing it.
static bool has_timestamps(void *adapter) {
	adapter_properties p = {0};
	wgpuAdapterGetProperties(adapter, &p);
	return p.backend_type != TYPE_METAL && wgpuAdapterHasFeature(adapter, TIMESTAMP_QUERY);
}

void backend_describe(void *adapter, wgfft_adapter *a) {
	adapter_properties p = {0};
	wgpuAdapterGetProperties(adapter, &p);
	// vendor_name holds the driver's name.
	snprintf(a->name, sizeof a->name, "%s", p.name ? p.name : "");
	snprintf(a->driver, sizeof a->driver, "%s %s", p.vendor_name ? p.vendor_name : "",
		p.driver_description ? p.driver_description : "");
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
	a->features = has_timestamps(adapter) ? WGFFT_TIMESTAMPS : 0;
	limits l = required(adapter);
	a->limits = convert(&l);
}

static void on_error(uint32_t type, char const *message, void *userdata) {
	uint32_t kind = type == ERROR_NONE ? WGFFT_NO_ERROR : type == ERROR_OUT_OF_MEMORY ? WGFFT_OUT_OF_MEMORY :
		type == ERROR_DEVICE_LOST ? WGFFT_LOST : WGFFT_INVALID;
	wgfft_record(userdata, kind, message, message ? strlen(message) : 0);
}

static void on_device(uint32_t status, void *device, char const *message, void *userdata) {
	(void)message;
	*(void **)userdata = status == DEVICE_SUCCESS ? device : NULL;
}

void *backend_open(void *adapter, wgfft_device *d) {
	limits_descriptor l = {.limits = required(adapter)};
	uint32_t feature = TIMESTAMP_QUERY;
	device_descriptor descriptor = {.label = "wgfft", .feature_count = has_timestamps(adapter) ? 1 : 0,
		.features = &feature, .limits = &l};
	void *device = NULL;
	wgpuAdapterRequestDevice(adapter, &descriptor, on_device, &device); // calls on_device before it returns
	if (device) {
		wgpuDeviceSetUncapturedErrorCallback(device, on_error, d);
	}
	return device;
}

void backend_limits(void *device, wgfft_limits *l) {
	limits_descriptor s = {0};
	wgpuDeviceGetLimits(device, &s);
	*l = convert(&s.limits);
}

uint32_t backend_features(void *device) {
	return wgpuDeviceHasFeature(device, TIMESTAMP_QUERY) ? WGFFT_TIMESTAMPS : 0;
}

void backend_adopt(wgfft_device *d) {
	wgpuDeviceSetUncapturedErrorCallback(d->device, on_error, d);
}

void backend_leave(wgfft_device *d) {
	// Without a callback errors are dropped; the default one would abort the process. The call takes the lock that
	// callbacks hold, so no callback uses d afterwards.
	wgpuDeviceSetUncapturedErrorCallback(d->device, NULL, NULL);
}

void backend_watch(wgfft_device *d) {
	(void)d;
}

void backend_collect(wgfft_device *d) {
	(void)d;
}

bool backend_poll(void *device) {
	return wgpuDevicePoll(device, false, NULL);
}

static void on_done(uint32_t status, void *userdata) {
	(void)status;
	wgfft_submission_done(userdata);
}

void backend_notify(wgfft_device *d) {
	wgpuQueueOnSubmittedWorkDone(d->queue, on_done, d);
}

static void on_mapped(uint32_t status, void *userdata) {
	wgfft_map_done(userdata, status == MAP_SUCCESS ? WGFFT_MAP_DONE :
		status == MAP_DEVICE_LOST ? WGFFT_MAP_LOST : WGFFT_MAP_LOST + 1 + (int32_t)status);
}

void backend_map(void *buffer, bool write, size_t size, wgfft_map *m) {
	wgpuBufferMapAsync(buffer, write ? MAP_WRITE : MAP_READ, 0, size, on_mapped, m);
}

void *backend_new_buffer(void *device, char const *label, uint32_t usage, uint64_t size, bool mapped) {
	buffer_descriptor d = {.label = label, .usage = usage, .size = size, .mapped_at_creation = mapped};
	return wgpuDeviceCreateBuffer(device, &d);
}

void *backend_new_shader(void *device, char const *label, char const *text) {
	shader_source source = {.chain.type = SHADER_SOURCE_WGSL, .code = text};
	shader_descriptor d = {.next = &source, .label = label};
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
	layout_descriptor d = {.label = label, .entry_count = n, .entries = entries};
	void *layout = wgpuDeviceCreateBindGroupLayout(device, &d);
	free(entries);
	return layout;
}

void *backend_new_pipeline_layout(void *device, char const *label, void *layout) {
	pipeline_layout_descriptor d = {.label = label, .layout_count = 1, .layouts = &layout};
	return wgpuDeviceCreatePipelineLayout(device, &d);
}

void *backend_new_pipeline(void *device, char const *label, void *layout, void *shader, char const *entry) {
	pipeline_descriptor d = {.label = label, .layout = layout, .compute = {.module = shader, .entry_point = entry}};
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
	group_descriptor d = {.label = label, .layout = layout, .entry_count = n, .entries = all};
	void *group = wgpuDeviceCreateBindGroup(device, &d);
	free(all);
	return group;
}

void *backend_new_query_set(void *device, char const *label, uint32_t count) {
	query_set_descriptor d = {.label = label, .type = QUERY_TIMESTAMP, .count = count};
	return wgpuDeviceCreateQuerySet(device, &d);
}

uint32_t wgfft_buffer_usage(void *buffer) {
	return wgpuBufferGetUsage(buffer);
}

wgfft_counts backend_count(void *instance) {
	global_report r = {0};
	wgpuGenerateReport(instance, &r);
	hub_report *h = r.backend_type == TYPE_METAL ? &r.metal : r.backend_type == TYPE_D3D12 ? &r.dx12 : &r.vulkan;
	wgfft_counts c = {h->buffers.occupied, h->bind_groups.occupied, h->bind_group_layouts.occupied,
		h->pipeline_layouts.occupied, h->pipelines.occupied, h->shaders.occupied, h->command_buffers.occupied,
		h->query_sets.occupied};
	return c;
}
