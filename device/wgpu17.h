// The types and values of wgpu-native 0.17 that other versions declare differently. wgpu.h includes this file.
#ifndef WGFFT_DEVICE_WGPU17_H
#define WGFFT_DEVICE_WGPU17_H

typedef char const *string_view;
typedef uint32_t wgpu_flags;
typedef bool wgpu_bool;

// view returns a string in the form of this version.
static inline string_view view(char const *s) {
	return s;
}

typedef struct {
	chained chain;
	uint32_t backends;
	uint32_t dx12_compiler;
	char const *dxil_path, *dxc_path;
} instance_extras;

typedef struct {
	void const *next;
} instance_descriptor;

typedef struct {
	void *next;
	uint32_t vendor_id;
	char const *vendor_name, *architecture;
	uint32_t device_id;
	char const *name, *driver_description;
	uint32_t adapter_type, backend_type;
} adapter_properties;

typedef struct {
	uint32_t before[13]; // limits of textures, and of numbers of objects
	uint64_t uniform_binding_size, storage_binding_size;
	uint32_t uniform_align, storage_align;
	uint32_t vertex_buffers;
	uint64_t buffer_size;
	uint32_t between[6]; // limits of drawing
	uint32_t workgroup_storage_size, invocations, size_x, size_y, size_z, workgroups;
} limits;

// The index of maxStorageBuffersPerShaderStage in limits.before.
enum { STORAGE_BUFFERS = 10 };

// Both required and supported limits.
typedef struct {
	void *next;
	limits limits;
} limits_descriptor;

typedef struct {
	void const *next;
	string_view label;
	size_t feature_count;
	uint32_t const *features;
	limits_descriptor const *limits;
	struct {
		void const *next;
		string_view label;
	} default_queue;
	void (*device_lost)(void);
	void *device_lost_userdata;
} device_descriptor;

typedef struct {
	void const *next;
	string_view label;
	size_t hint_count;
	void const *hints;
} shader_descriptor;

typedef struct {
	void const *next;
	string_view label;
	uint32_t type, count;
	void const *pipeline_statistics;
	size_t pipeline_statistics_count;
} query_set_descriptor;

typedef struct {
	size_t occupied, vacant, error, element_size;
} storage_report;

typedef struct {
	storage_report adapters, devices, pipeline_layouts, shaders, bind_group_layouts, bind_groups, command_buffers,
		render_bundles, render_pipelines, pipelines, query_sets, buffers, textures, texture_views, samplers;
} hub_report;

typedef struct {
	storage_report surfaces;
	uint32_t backend_type;
	hub_report vulkan, metal, dx12, dx11, gl;
} global_report;

enum {
	PRIMARY_BACKENDS = 1 << 1 | 1 << 2 | 1 << 3, // Vulkan, Metal, D3D12
	INSTANCE_EXTRAS = 0x60000006,
	SHADER_SOURCE_WGSL = 6,
	DEVICE_SUCCESS = 0
};

enum { TYPE_DISCRETE, TYPE_INTEGRATED, TYPE_CPU };                // of an adapter
enum { UNIFORM_BINDING = 1, STORAGE_BINDING, READ_ONLY_BINDING }; // of a buffer
enum { MAP_SUCCESS = 0, MAP_DEVICE_LOST = 3 };                    // results of a mapping
enum { ERROR_NONE = 0, ERROR_OUT_OF_MEMORY = 2, ERROR_DEVICE_LOST = 5 };

#endif
