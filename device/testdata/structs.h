// Compares the types of wgpu.h with the types of a header, when the file is compiled.
#include "../wgpu.h"

#define SAME(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours " differs from " #theirs)
#define FIELD(ours, a, theirs, b) \
	_Static_assert(offsetof(ours, a) == offsetof(theirs, b), #a " of " #ours " has another offset than " #b); \
	_Static_assert(sizeof(((ours *)0)->a) == sizeof(((theirs *)0)->b), #a " of " #ours " has another size than " #b)
#define BEFORE(index, theirs) \
	_Static_assert(offsetof(limits, before) + 4 * (index) == offsetof(WGPULimits, theirs), #theirs " has another offset")
#define VALUE(ours, theirs) _Static_assert((ours) == (theirs), #theirs " has another value than " #ours)

// The declarations with the same names in both versions.

SAME(chained, WGPUChainedStruct);
FIELD(chained, type, WGPUChainedStruct, sType);

SAME(instance_extras, WGPUInstanceExtras);
FIELD(instance_extras, backends, WGPUInstanceExtras, backends);
FIELD(instance_extras, dx12_compiler, WGPUInstanceExtras, dx12ShaderCompiler);
FIELD(instance_extras, dxc_path, WGPUInstanceExtras, dxcPath);
SAME(instance_descriptor, WGPUInstanceDescriptor);
SAME(enumerate_options, WGPUInstanceEnumerateAdapterOptions);
FIELD(enumerate_options, backends, WGPUInstanceEnumerateAdapterOptions, backends);

SAME(limits, WGPULimits);
BEFORE(STORAGE_BUFFERS, maxStorageBuffersPerShaderStage);
FIELD(limits, uniform_binding_size, WGPULimits, maxUniformBufferBindingSize);
FIELD(limits, storage_binding_size, WGPULimits, maxStorageBufferBindingSize);
FIELD(limits, uniform_align, WGPULimits, minUniformBufferOffsetAlignment);
FIELD(limits, storage_align, WGPULimits, minStorageBufferOffsetAlignment);
FIELD(limits, vertex_buffers, WGPULimits, maxVertexBuffers);
FIELD(limits, buffer_size, WGPULimits, maxBufferSize);
FIELD(limits, workgroup_storage_size, WGPULimits, maxComputeWorkgroupStorageSize);
FIELD(limits, invocations, WGPULimits, maxComputeInvocationsPerWorkgroup);
FIELD(limits, size_x, WGPULimits, maxComputeWorkgroupSizeX);
FIELD(limits, size_y, WGPULimits, maxComputeWorkgroupSizeY);
FIELD(limits, size_z, WGPULimits, maxComputeWorkgroupSizeZ);
FIELD(limits, workgroups, WGPULimits, maxComputeWorkgroupsPerDimension);

SAME(device_descriptor, WGPUDeviceDescriptor);
FIELD(device_descriptor, label, WGPUDeviceDescriptor, label);
FIELD(device_descriptor, features, WGPUDeviceDescriptor, requiredFeatures);
FIELD(device_descriptor, limits, WGPUDeviceDescriptor, requiredLimits);
FIELD(device_descriptor, default_queue, WGPUDeviceDescriptor, defaultQueue);

SAME(buffer_descriptor, WGPUBufferDescriptor);
FIELD(buffer_descriptor, label, WGPUBufferDescriptor, label);
FIELD(buffer_descriptor, usage, WGPUBufferDescriptor, usage);
FIELD(buffer_descriptor, size, WGPUBufferDescriptor, size);
FIELD(buffer_descriptor, mapped_at_creation, WGPUBufferDescriptor, mappedAtCreation);

SAME(shader_descriptor, WGPUShaderModuleDescriptor);
FIELD(shader_descriptor, label, WGPUShaderModuleDescriptor, label);

SAME(layout_entry, WGPUBindGroupLayoutEntry);
FIELD(layout_entry, binding, WGPUBindGroupLayoutEntry, binding);
FIELD(layout_entry, visibility, WGPUBindGroupLayoutEntry, visibility);
FIELD(layout_entry, buffer, WGPUBindGroupLayoutEntry, buffer);
FIELD(layout_entry, buffer.type, WGPUBindGroupLayoutEntry, buffer.type);
FIELD(layout_entry, buffer.has_dynamic_offset, WGPUBindGroupLayoutEntry, buffer.hasDynamicOffset);
FIELD(layout_entry, buffer.min_binding_size, WGPUBindGroupLayoutEntry, buffer.minBindingSize);
FIELD(layout_entry, sampler, WGPUBindGroupLayoutEntry, sampler);
FIELD(layout_entry, texture, WGPUBindGroupLayoutEntry, texture);
FIELD(layout_entry, storage_texture, WGPUBindGroupLayoutEntry, storageTexture);
SAME(layout_descriptor, WGPUBindGroupLayoutDescriptor);
FIELD(layout_descriptor, label, WGPUBindGroupLayoutDescriptor, label);
FIELD(layout_descriptor, entry_count, WGPUBindGroupLayoutDescriptor, entryCount);
FIELD(layout_descriptor, entries, WGPUBindGroupLayoutDescriptor, entries);

SAME(pipeline_layout_descriptor, WGPUPipelineLayoutDescriptor);
FIELD(pipeline_layout_descriptor, label, WGPUPipelineLayoutDescriptor, label);
FIELD(pipeline_layout_descriptor, layout_count, WGPUPipelineLayoutDescriptor, bindGroupLayoutCount);
FIELD(pipeline_layout_descriptor, layouts, WGPUPipelineLayoutDescriptor, bindGroupLayouts);
SAME(pipeline_descriptor, WGPUComputePipelineDescriptor);
FIELD(pipeline_descriptor, label, WGPUComputePipelineDescriptor, label);
FIELD(pipeline_descriptor, layout, WGPUComputePipelineDescriptor, layout);
FIELD(pipeline_descriptor, compute.module, WGPUComputePipelineDescriptor, compute.module);
FIELD(pipeline_descriptor, compute.entry_point, WGPUComputePipelineDescriptor, compute.entryPoint);
FIELD(pipeline_descriptor, compute.constant_count, WGPUComputePipelineDescriptor, compute.constantCount);
FIELD(pipeline_descriptor, compute.constants, WGPUComputePipelineDescriptor, compute.constants);

SAME(group_entry, WGPUBindGroupEntry);
FIELD(group_entry, binding, WGPUBindGroupEntry, binding);
FIELD(group_entry, buffer, WGPUBindGroupEntry, buffer);
FIELD(group_entry, offset, WGPUBindGroupEntry, offset);
FIELD(group_entry, size, WGPUBindGroupEntry, size);
SAME(group_descriptor, WGPUBindGroupDescriptor);
FIELD(group_descriptor, label, WGPUBindGroupDescriptor, label);
FIELD(group_descriptor, layout, WGPUBindGroupDescriptor, layout);
FIELD(group_descriptor, entry_count, WGPUBindGroupDescriptor, entryCount);
FIELD(group_descriptor, entries, WGPUBindGroupDescriptor, entries);

SAME(query_set_descriptor, WGPUQuerySetDescriptor);
FIELD(query_set_descriptor, label, WGPUQuerySetDescriptor, label);
FIELD(query_set_descriptor, type, WGPUQuerySetDescriptor, type);
FIELD(query_set_descriptor, count, WGPUQuerySetDescriptor, count);

SAME(global_report, WGPUGlobalReport);

VALUE(INSTANCE_EXTRAS, WGPUSType_InstanceExtras);
VALUE(TIMESTAMP_QUERY, WGPUFeatureName_TimestampQuery);
VALUE(TYPE_VULKAN, WGPUBackendType_Vulkan);
VALUE(TYPE_METAL, WGPUBackendType_Metal);
VALUE(TYPE_D3D12, WGPUBackendType_D3D12);
VALUE(TYPE_DISCRETE, WGPUAdapterType_DiscreteGPU);
VALUE(TYPE_INTEGRATED, WGPUAdapterType_IntegratedGPU);
VALUE(TYPE_CPU, WGPUAdapterType_CPU);
VALUE(QUERY_TIMESTAMP, WGPUQueryType_Timestamp);
VALUE(UNIFORM_BINDING, WGPUBufferBindingType_Uniform);
VALUE(STORAGE_BINDING, WGPUBufferBindingType_Storage);
VALUE(READ_ONLY_BINDING, WGPUBufferBindingType_ReadOnlyStorage);
VALUE(ERROR_NONE, WGPUErrorType_NoError);
VALUE(ERROR_OUT_OF_MEMORY, WGPUErrorType_OutOfMemory);
VALUE(DEVICE_SUCCESS, WGPURequestDeviceStatus_Success);
