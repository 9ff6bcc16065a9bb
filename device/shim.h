// The C functions that backend_cgo.go calls. shim.c implements them with the functions of backend.h.
#ifndef WGFFT_DEVICE_SHIM_H
#define WGFFT_DEVICE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The adapters of the system.
typedef struct wgfft_list wgfft_list;

// An open device with its queue, and the results of C callbacks that Go collects. Handles of other objects are void
// pointers. Functions that return handles return NULL after an error, which wgfft_take_error then returns.
typedef struct wgfft_device wgfft_device;

// A pending mapping. Its owner or its callback frees it, whichever comes last.
typedef struct wgfft_map wgfft_map;

enum { WGFFT_OTHER_BACKEND, WGFFT_VULKAN, WGFFT_METAL, WGFFT_D3D12 };
enum { WGFFT_DISCRETE, WGFFT_INTEGRATED, WGFFT_CPU, WGFFT_OTHER_KIND };

// Features of an adapter, one bit each.
enum { WGFFT_TIMESTAMPS = 1, WGFFT_F64 = 2, WGFFT_F16 = 4, WGFFT_INT64 = 8, WGFFT_SUBGROUPS = 16,
	WGFFT_SHARED = 32 };

typedef struct {
	uint64_t buffer_bytes, binding_bytes, uniform_bytes;
	uint32_t invocations, workgroup_bytes, workgroups, size[3];
	uint32_t storage_bindings, storage_align, uniform_align;
} wgfft_limits;

typedef struct {
	char name[256];   // truncated if longer
	char driver[256]; // name and version
	uint32_t vendor_id, device_id, backend, kind, features;
	wgfft_limits limits; // limits of a device that wgfft_open opens
} wgfft_adapter;

// wgfft_list_new lists the adapters of the primary backends (Vulkan, Metal, D3D12) and turns the library's log off.
// It returns NULL if there is no memory.
wgfft_list *wgfft_list_new(void);
size_t wgfft_list_size(wgfft_list const *l);
void wgfft_list_get(wgfft_list const *l, size_t i, wgfft_adapter *a);
void wgfft_list_free(wgfft_list *l);

// wgfft_open opens adapter i with its features and limits, and takes it out of the list. It returns NULL if the driver
// refused. A list opens one device at most.
wgfft_device *wgfft_open(wgfft_list *l, size_t i);
// wgfft_adopt uses a device of the application. It returns NULL if there is no memory.
wgfft_device *wgfft_adopt(void *device, void *queue);
// wgfft_close releases a device from wgfft_open, or leaves one from wgfft_adopt to the application.
void wgfft_close(wgfft_device *d);

void wgfft_get_limits(wgfft_device *d, wgfft_limits *l);
uint32_t wgfft_get_features(wgfft_device *d);

// Kinds of errors.
enum { WGFFT_NO_ERROR, WGFFT_INVALID, WGFFT_OUT_OF_MEMORY, WGFFT_LOST };

bool wgfft_has_error(wgfft_device *d);
// wgfft_take_error returns the first error since the last call, or WGFFT_NO_ERROR. It copies the message.
uint32_t wgfft_take_error(wgfft_device *d, char *message, size_t size);

// wgfft_alive finds out whether the device is lost, after an error that may be the reason or the consequence.
bool wgfft_alive(wgfft_device *d);

// A recorded command. kind determines the fields that are used.
typedef struct {
	uint32_t kind;
	uint32_t x, y, z;
	void *a, *b;
	uint64_t p, q, n;
} wgfft_op;

enum {
	WGFFT_DISPATCH = 1, // a pipeline, b bind group, x y z workgroups
	WGFFT_COPY,         // a destination, p offset, b source, q offset, n bytes
	WGFFT_TIMESTAMP,    // a query set, x index
	WGFFT_RESOLVE       // a query set, x first, y count, b destination, p offset
};

// The state of a device after a call: the number of submissions made and completed, whether its queue is empty,
// whether wgfft_take_error has an error, and whether the device is lost. A lost device must not be used.
typedef struct {
	uint64_t submitted;
	uint64_t done;
	bool empty;
	bool error;
	bool lost;
} wgfft_news;

wgfft_news wgfft_poll(wgfft_device *d);
wgfft_news wgfft_submit(wgfft_device *d, wgfft_op const *ops, size_t n);
// wgfft_encode writes commands into an encoder of the application.
void wgfft_encode(wgfft_device *d, void *encoder, wgfft_op const *ops, size_t n);
void wgfft_write(wgfft_device *d, void *buffer, uint64_t offset, void const *data, size_t size);

// A buffer of a bind group.
typedef struct {
	void *buffer;
	uint64_t offset, size;
} wgfft_entry;

// How a kernel accesses a binding.
enum { WGFFT_READ, WGFFT_READ_WRITE, WGFFT_UNIFORM };

// usage has the bits of WebGPU, which all libraries share.
void *wgfft_new_buffer(wgfft_device *d, char const *label, uint32_t usage, uint64_t size, bool mapped);
// wgfft_new_pipeline compiles a kernel with the bindings 0 to n-1 of group 0, and sets layout to the group's layout.
void *wgfft_new_pipeline(wgfft_device *d, char const *label, char const *text, char const *entry,
	uint32_t const *accesses, size_t n, void **layout);
void *wgfft_new_bind_group(wgfft_device *d, char const *label, void *layout, wgfft_entry const *entries, size_t n);
void *wgfft_new_query_set(wgfft_device *d, char const *label, uint32_t count);

// These release an object. NULL is no object.
void wgfft_release_buffer(wgfft_device *d, void *buffer);
void wgfft_release_pipeline(wgfft_device *d, void *pipeline, void *layout);
void wgfft_release_bind_group(wgfft_device *d, void *group);
void wgfft_release_query_set(wgfft_device *d, void *set);

uint64_t wgfft_buffer_size(void *buffer);
uint32_t wgfft_buffer_usage(void *buffer);

// States of a mapping. Larger values are errors of the library.
enum { WGFFT_MAP_PENDING = -1, WGFFT_MAP_DONE, WGFFT_MAP_LOST };

wgfft_map *wgfft_map_start(wgfft_device *d, void *buffer, bool write, size_t size);
int32_t wgfft_map_status(wgfft_map *m);
void wgfft_map_drop(wgfft_map *m);
void wgfft_unmap(wgfft_device *d, void *buffer);
// wgfft_mapped returns the memory of a buffer, which must be mapped.
void *wgfft_mapped(wgfft_device *d, void *buffer, size_t size);

// wgfft_count counts the objects that the library holds, for tests.
typedef struct {
	uint64_t buffers, bind_groups, bind_group_layouts, pipeline_layouts, pipelines, shaders, command_buffers, query_sets;
} wgfft_counts;
wgfft_counts wgfft_count(wgfft_device *d);

void wgfft_sleep(uint32_t microseconds);

#endif
