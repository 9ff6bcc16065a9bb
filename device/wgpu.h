// The types and values of wgpu-native, declared by hand. TestStructs compares them with the headers of the version.
#ifndef WGFFT_DEVICE_WGPU_H
#define WGFFT_DEVICE_WGPU_H

#include "shim.h"

typedef struct {
	void const *next;
	uint32_t type;
} chained;

#ifdef WGFFT_WGPU27
#include "wgpu27.h"
#else
#include "wgpu17.h"
#endif

// The types below differ between versions only in string_view, wgpu_flags and wgpu_bool.

typedef struct {
	void const *next;
	wgpu_flags backends;
} enumerate_options;

typedef struct {
	void const *next;
	string_view label;
	wgpu_flags usage;
	uint64_t size;
	wgpu_bool mapped_at_creation;
} buffer_descriptor;

typedef struct {
	chained chain;
	string_view code;
} shader_source;

typedef struct {
	void const *next;
	uint32_t binding;
	wgpu_flags visibility;
	struct {
		void const *next;
		uint32_t type;
		wgpu_bool has_dynamic_offset;
		uint64_t min_binding_size;
	} buffer;
	struct {
		void const *next;
		uint32_t type;
	} sampler;
	struct {
		void const *next;
		uint32_t sample_type, view_dimension;
		wgpu_bool multisampled;
	} texture;
	struct {
		void const *next;
		uint32_t access, format, view_dimension;
	} storage_texture;
} layout_entry;

typedef struct {
	void const *next;
	string_view label;
	size_t entry_count;
	layout_entry const *entries;
} layout_descriptor;

typedef struct {
	void const *next;
	string_view label;
	size_t layout_count;
	void *const *layouts;
} pipeline_layout_descriptor;

typedef struct {
	void const *next;
	string_view label;
	void *layout;
	struct {
		void const *next;
		void *module;
		string_view entry_point;
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
	string_view label;
	void *layout;
	size_t entry_count;
	group_entry const *entries;
} group_descriptor;

enum { TIMESTAMP_QUERY = 3 };                     // a feature
enum { VISIBLE_TO_COMPUTE = 4 };                  // of a binding
enum { QUERY_TIMESTAMP = 2 };                     // a type of query sets
enum { TYPE_D3D12 = 4, TYPE_METAL, TYPE_VULKAN }; // of a backend
enum { MAP_READ = 1, MAP_WRITE };                 // modes of a mapping

// The buffer size to request from a driver that reports no limit, such as NVIDIA's. wgpu-native reads the largest number
// as "not set".
static uint64_t const unlimited = 1ull << 40;

// backend_convert_limits returns the limits of a device or an adapter in the form of shim.h.
wgfft_limits backend_convert_limits(limits const *l);
// backend_set_types sets the backend and the kind of an adapter.
void backend_set_types(wgfft_adapter *a, uint32_t backend_type, uint32_t adapter_type);

#endif
