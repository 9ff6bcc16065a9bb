//go:build cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27))))

// The functions of backend.h whose code is the same for all versions of wgpu-native. wgpu.h has their declarations.

#include "backend.h"
#include "wgpu.h"

#include <stdlib.h>

extern void wgpuSetLogLevel(uint32_t level);
extern void *wgpuCreateInstance(instance_descriptor const *descriptor);
extern size_t wgpuInstanceEnumerateAdapters(void *instance, enumerate_options const *options, void **adapters);
extern wgpu_bool wgpuDevicePoll(void *device, wgpu_bool wait, void const *index);
extern void *wgpuDeviceCreateBuffer(void *device, buffer_descriptor const *descriptor);
extern void *wgpuDeviceCreateShaderModule(void *device, shader_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroupLayout(void *device, layout_descriptor const *descriptor);
extern void *wgpuDeviceCreatePipelineLayout(void *device, pipeline_layout_descriptor const *descriptor);
extern void *wgpuDeviceCreateComputePipeline(void *device, pipeline_descriptor const *descriptor);
extern void *wgpuDeviceCreateBindGroup(void *device, group_descriptor const *descriptor);
extern void *wgpuDeviceCreateQuerySet(void *device, query_set_descriptor const *descriptor);
extern wgpu_flags wgpuBufferGetUsage(void *buffer);

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

wgfft_limits backend_convert_limits(limits const *l) {
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

void backend_set_types(wgfft_adapter *a, uint32_t backend_type, uint32_t adapter_type) {
	switch (backend_type) {
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
	switch (adapter_type) {
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
}

bool backend_poll(void *device) {
	return wgpuDevicePoll(device, false, NULL) != 0;
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
