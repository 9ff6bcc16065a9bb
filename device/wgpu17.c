//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

// wgpu-native 0.17, which go-webgpu 0.17 links.

#include "backend.h"
#include "wgpu.h"

#include <stdio.h>
#include <string.h>

typedef void (*error_callback)(uint32_t type, char const *message, void *userdata);
typedef void (*device_callback)(uint32_t status, void *device, char const *message, void *userdata);
typedef void (*status_callback)(uint32_t status, void *userdata);

extern void wgpuGenerateReport(void *instance, global_report *report);
extern void wgpuAdapterGetProperties(void *adapter, adapter_properties *properties);
extern bool wgpuAdapterGetLimits(void *adapter, limits_descriptor *limits);
extern void wgpuAdapterRequestDevice(void *adapter, device_descriptor const *descriptor, device_callback callback,
	void *userdata);
extern bool wgpuAdapterHasFeature(void *adapter, uint32_t feature);
extern bool wgpuDeviceGetLimits(void *device, limits_descriptor *limits);
extern bool wgpuDeviceHasFeature(void *device, uint32_t feature);
extern void wgpuDeviceSetUncapturedErrorCallback(void *device, error_callback callback, void *userdata);
extern void wgpuQueueOnSubmittedWorkDone(void *queue, status_callback callback, void *userdata);
extern void wgpuBufferMapAsync(void *buffer, uint32_t mode, size_t offset, size_t size,
	status_callback callback, void *userdata);

// required returns the limits to open an adapter with, which are all its limits.
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
	backend_set_types(a, p.backend_type, p.adapter_type);
	a->features = has_timestamps(adapter) ? WGFFT_TIMESTAMPS : 0;
	limits l = required(adapter);
	a->limits = backend_convert_limits(&l);
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
	device_descriptor descriptor = {.label = view("wgfft"), .feature_count = has_timestamps(adapter) ? 1 : 0,
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
	*l = backend_convert_limits(&s.limits);
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

wgfft_counts backend_count(void *instance) {
	global_report r = {0};
	wgpuGenerateReport(instance, &r);
	hub_report *h = r.backend_type == TYPE_METAL ? &r.metal : r.backend_type == TYPE_D3D12 ? &r.dx12 : &r.vulkan;
	wgfft_counts c = {h->buffers.occupied, h->bind_groups.occupied, h->bind_group_layouts.occupied,
		h->pipeline_layouts.occupied, h->pipelines.occupied, h->shaders.occupied, h->command_buffers.occupied,
		h->query_sets.occupied};
	return c;
}
