// The interface between shim.c and a version of wgpu-native. A version implements the functions backend_*: wgpu.c has
// the code that all versions share, and wgpu17.c or wgpu27.c has the rest. Their callbacks call functions of shim.c.
#ifndef WGFFT_DEVICE_BACKEND_H
#define WGFFT_DEVICE_BACKEND_H

#include "shim.h"

struct wgfft_device {
	void *instance, *adapter; // NULL if the application opened the device
	void *device, *queue;
	uint64_t submitted; // submissions that backend_notify was called for
	uint64_t done;      // submissions that are complete
	uint32_t type;      // kind of the first error not yet taken, or WRITING
	char message[2048];
	bool lost; // wgpu panicked, or reported the loss; it must not be called any more
};

// The functions of shim.c for callbacks.

// wgfft_record keeps an error unless one is kept already. message has size bytes and needs no NUL at its end.
void wgfft_record(wgfft_device *d, uint32_t kind, char const *message, size_t size);
void wgfft_device_lost(wgfft_device *d);
void wgfft_submission_done(wgfft_device *d);
void wgfft_map_done(wgfft_map *m, int32_t status);

// The functions that a version of wgpu-native implements.

void *backend_new_instance(void);
// backend_enumerate returns the number of adapters, and stores as many if adapters isn't NULL.
size_t backend_enumerate(void *instance, void **adapters);
void backend_describe(void *adapter, wgfft_adapter *a);
// backend_open returns NULL if the driver refuses. d is the argument of the callbacks.
void *backend_open(void *adapter, wgfft_device *d);
void backend_limits(void *device, wgfft_limits *l);
uint32_t backend_features(void *device);
// backend_adopt and backend_leave begin and end the use of a device of the application.
void backend_adopt(wgfft_device *d);
void backend_leave(wgfft_device *d);
// backend_watch and backend_collect are called before and after every call for a device of the application, if
// backend_adopt can't set the callback for errors.
void backend_watch(wgfft_device *d);
void backend_collect(wgfft_device *d);

bool backend_poll(void *device); // reports whether the queue is empty
void backend_notify(wgfft_device *d); // calls wgfft_submission_done when the work submitted so far is done
void backend_map(void *buffer, bool write, size_t size, wgfft_map *m);
void *backend_new_buffer(void *device, char const *label, uint32_t usage, uint64_t size, bool mapped);
void *backend_new_shader(void *device, char const *label, char const *text);
void *backend_new_layout(void *device, char const *label, uint32_t const *accesses, size_t n);
void *backend_new_pipeline_layout(void *device, char const *label, void *layout);
void *backend_new_pipeline(void *device, char const *label, void *layout, void *shader, char const *entry);
void *backend_new_bind_group(void *device, char const *label, void *layout, wgfft_entry const *entries, size_t n);
void *backend_new_query_set(void *device, char const *label, uint32_t count);
wgfft_counts backend_count(void *instance);

// The functions of wgpu-native that all versions share. They are declared by hand, because the bindings don't export
// their headers. Every handle is a void pointer.
extern void *wgpuDeviceGetQueue(void *device);
extern void *wgpuDeviceCreateCommandEncoder(void *device, void const *descriptor);
extern void *wgpuCommandEncoderBeginComputePass(void *encoder, void const *descriptor);
extern void wgpuCommandEncoderCopyBufferToBuffer(void *encoder, void *src, uint64_t src_offset, void *dst,
	uint64_t dst_offset, uint64_t size);
extern void wgpuCommandEncoderWriteTimestamp(void *encoder, void *query_set, uint32_t index);
extern void wgpuCommandEncoderResolveQuerySet(void *encoder, void *query_set, uint32_t first, uint32_t count,
	void *dst, uint64_t dst_offset);
extern void *wgpuCommandEncoderFinish(void *encoder, void const *descriptor);
extern void wgpuComputePassEncoderSetPipeline(void *pass, void *pipeline);
extern void wgpuComputePassEncoderSetBindGroup(void *pass, uint32_t index, void *group, size_t offset_count,
	uint32_t const *offsets);
extern void wgpuComputePassEncoderDispatchWorkgroups(void *pass, uint32_t x, uint32_t y, uint32_t z);
extern void wgpuComputePassEncoderEnd(void *pass);
extern void wgpuQueueSubmit(void *queue, size_t count, void *const *commands);
extern void wgpuQueueWriteBuffer(void *queue, void *buffer, uint64_t offset, void const *data, size_t size);
extern uint64_t wgpuBufferGetSize(void *buffer);
extern void wgpuBufferUnmap(void *buffer);
extern void *wgpuBufferGetMappedRange(void *buffer, size_t offset, size_t size);
extern void wgpuInstanceRelease(void *instance);
extern void wgpuAdapterRelease(void *adapter);
extern void wgpuDeviceRelease(void *device);
extern void wgpuQueueRelease(void *queue);
extern void wgpuBufferRelease(void *buffer);
extern void wgpuShaderModuleRelease(void *shader);
extern void wgpuPipelineLayoutRelease(void *layout);
extern void wgpuBindGroupLayoutRelease(void *layout);
extern void wgpuComputePipelineRelease(void *pipeline);
extern void wgpuBindGroupRelease(void *group);
extern void wgpuQuerySetRelease(void *set);
extern void wgpuCommandEncoderRelease(void *encoder);
extern void wgpuCommandBufferRelease(void *commands);
extern void wgpuComputePassEncoderRelease(void *pass);

#endif
