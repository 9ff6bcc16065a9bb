// The types of wgpu-native 0.17 that wgpu17.c uses, declared by hand. TestStructs compares them with the headers.
#ifndef WGFFT_DEVICE_WGPU17_H
#define WGFFT_DEVICE_WGPU17_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
	void const *next;
	uint32_t type;
} chained;

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
	void const *next;
	uint32_t backends;
} enumerate_options;

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
	char const *label;
	size_t feature_count;
	uint32_t const *features;
	limits_descriptor const *limits;
	struct {
		void const *next;
		char const *label;
	} default_queue;
	void (*device_lost)(void);
	void *device_lost_userdata;
} device_descriptor;

typedef struct {
	void const *next;
	char const *label;
	uint32_t usage;
	uint64_t size;
	bool mapped_at_creation;
} buffer_descriptor;

typedef struct {
	chained chain;
	char const *code;
} shader_source;

typedef struct {
	void const *next;
	char const *label;
	size_t hint_count;
	void const *hints;
} shader_descriptor;

typedef struct {
	void const *next;
	uint32_t binding, visibility;
	struct {
		void const *next;
		uint32_t type;
		bool has_dynamic_offset;
		uint64_t min_binding_size;
	} buffer;
	struct {
		void const *next;
		uint32_t type;
	} sampler;
	struct {
		void const *next;
		uint32_t sample_type, view_dimension;
		bool multisampled;
	} texture;
	struct {
		void const *next;
		uint32_t access, format, view_dimension;
	} storage_texture;
} layout_entry;

typedef struct {
	void const *next;
	char const *label;
	size_t entry_count;
	layout_entry const *entries;
} layout_descriptor;

typedef struct {
	void const *next;
	char const *label;
	size_t layout_count;
	void *const *layouts;
} pipeline_layout_descriptor;

typedef struct {
	void const *next;
	char const *label;
	void *layout;
	struct {
		void const *next;
		void *module;
		char const *entry_point;
		size_t constant_count;
		void const *constants;
	} compute;
} pipeline_descriptor;

typedef struct {
	void const *next;
	uint32_t binding;
	void *buffer;
	uint64_t offset, size;
	void *sampler, *texture_view;
} group_entry;

typedef struct {
	void const *next;
	char const *label;
	void *layout;
	size_t entry_count;
	group_entry const *entries;
} group_descriptor;

typedef struct {
	void const *next;
	char const *label;
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
	TIMESTAMP_QUERY = 3,
	VISIBLE_TO_COMPUTE = 4,
	QUERY_TIMESTAMP = 2,
	DEVICE_SUCCESS = 0
};

enum { TYPE_D3D12 = 4, TYPE_METAL, TYPE_VULKAN };                    // of a backend
enum { TYPE_DISCRETE, TYPE_INTEGRATED, TYPE_CPU };                   // of an adapter
enum { UNIFORM_BINDING = 1, STORAGE_BINDING, READ_ONLY_BINDING };    // of a buffer
enum { MAP_READ = 1, MAP_WRITE };                                    // modes of a mapping
enum { MAP_SUCCESS = 0, MAP_DEVICE_LOST = 3 };                       // results of a mapping
enum { ERROR_NONE = 0, ERROR_OUT_OF_MEMORY = 2, ERROR_DEVICE_LOST = 5 };

#endif
