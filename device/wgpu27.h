// The types and values of wgpu-native 27 that other versions declare differently. wgpu.h includes this file.
#ifndef WGFFT_DEVICE_WGPU27_H
#define WGFFT_DEVICE_WGPU27_H

#include <string.h>

typedef struct {
	char const *data;
	size_t size;
} string_view;

typedef uint64_t wgpu_flags;
typedef uint32_t wgpu_bool;

// view returns a string in the form of this version.
static inline string_view view(char const *s) {
	string_view v = {s, strlen(s)};
	return v;
}

typedef struct {
	chained chain;
	uint64_t backends, flags;
	uint32_t dx12_compiler, gles3_minor_version, gl_fence_behaviour;
	string_view dxc_path;
	uint32_t dxc_max_shader_model;
	uint8_t const *budget_for_device_creation, *budget_for_device_loss;
} instance_extras;

typedef struct {
	void const *next;
	struct {
		void *next;
		uint32_t timed_wait_any_enable;
		size_t timed_wait_any_max_count;
	} features;
} instance_descriptor;

typedef struct {
	void *next;
	string_view vendor, architecture, device, description;
	uint32_t backend_type, adapter_type, vendor_id, device_id;
} adapter_info;

typedef struct {
	void *next;
	uint32_t before[14]; // limits of textures, and of numbers of objects
	uint64_t uniform_binding_size, storage_binding_size;
	uint32_t uniform_align, storage_align;
	uint32_t vertex_buffers;
	uint64_t buffer_size;
	uint32_t between[5]; // limits of drawing
	uint32_t workgroup_storage_size, invocations, size_x, size_y, size_z, workgroups;
} limits;

// Indices in limits.before.
enum { BINDINGS_PER_GROUP = 6, STORAGE_BUFFERS = 11, UNIFORM_BUFFERS = 13 };

typedef struct {
	uint64_t id;
} future;

// The callbacks of the structs below. They differ in their first arguments.
typedef void (*request_device_callback)(uint32_t status, void *device, string_view message, void *a, void *b);
typedef void (*device_lost_callback)(void *const *device, uint32_t reason, string_view message, void *a, void *b);
typedef void (*error_callback)(void *const *device, uint32_t type, string_view message, void *a, void *b);
typedef void (*error_scope_callback)(uint32_t status, uint32_t type, string_view message, void *a, void *b);
typedef void (*map_callback)(uint32_t status, string_view message, void *a, void *b);
typedef void (*work_done_callback)(uint32_t status, void *a, void *b);

// The structs that carry a callback, except for errors.
#define CALLBACK_INFO(callback_type) struct { \
	void const *next; \
	uint32_t mode; \
	callback_type callback; \
	void *a, *b; \
}

typedef CALLBACK_INFO(request_device_callback) request_device_info;
typedef CALLBACK_INFO(device_lost_callback) device_lost_info;
typedef CALLBACK_INFO(error_scope_callback) error_scope_info;
typedef CALLBACK_INFO(map_callback) map_info;
typedef CALLBACK_INFO(work_done_callback) work_done_info;

typedef struct {
	void const *next;
	error_callback callback;
	void *a, *b;
} error_info;

typedef struct {
	void const *next;
	string_view label;
	size_t feature_count;
	uint32_t const *features;
	limits const *limits;
	struct {
		void const *next;
		string_view label;
	} default_queue;
	device_lost_info lost;
	error_info error;
} device_descriptor;

typedef struct {
	void const *next;
	string_view label;
} shader_descriptor;

typedef struct {
	void const *next;
	string_view label;
	uint32_t type, count;
} query_set_descriptor;

typedef struct {
	size_t allocated, kept_from_user, released_from_user, element_size;
} registry_report;

typedef struct {
	registry_report surfaces; // the reports of the hub follow
	registry_report adapters, devices, queues, pipeline_layouts, shaders, bind_group_layouts, bind_groups,
		command_buffers, render_bundles, render_pipelines, pipelines, pipeline_caches, query_sets, buffers, textures,
		texture_views, samplers;
} global_report;

enum {
	PRIMARY_BACKENDS = 1 << 0 | 1 << 2 | 1 << 3, // Vulkan, Metal, D3D12
	INSTANCE_EXTRAS = 0x00030006,
	SHADER_SOURCE_WGSL = 2,
	TIMESTAMP_QUERY_INSIDE_ENCODERS = 0x00030024,
	SHADER_F16 = 10,
	MAPPABLE_PRIMARY_BUFFERS = 0x0003000E,
	SHADER_F64 = 0x0003001D,
	SHADER_INT64 = 0x00030026,
	SUBGROUP = 0x00030021,
	SUBGROUP_BARRIER = 0x00030023,
	SPONTANEOUS = 3, // mode of a callback
	DEVICE_SUCCESS = 1
};

enum { TYPE_DISCRETE = 1, TYPE_INTEGRATED, TYPE_CPU };            // of an adapter
enum { UNIFORM_BINDING = 2, STORAGE_BINDING, READ_ONLY_BINDING }; // of a buffer
enum { MAP_SUCCESS = 1 };                                         // result of a mapping
enum { ERROR_NONE = 1, ERROR_VALIDATION, ERROR_OUT_OF_MEMORY };
enum { SCOPE_VALIDATION = 1, SCOPE_OUT_OF_MEMORY };

#endif
