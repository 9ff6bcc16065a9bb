// Compares wgpu27.h with the headers of wgpu-native 27.
#include "wgpu.h"

#include "../wgpu27.h"
#include "structs.h"

SAME(string_view, WGPUStringView);
FIELD(string_view, size, WGPUStringView, length);
SAME(chained, WGPUChainedStruct);
FIELD(chained, type, WGPUChainedStruct, sType);
SAME(future, WGPUFuture);

SAME(instance_extras, WGPUInstanceExtras);
FIELD(instance_extras, backends, WGPUInstanceExtras, backends);
FIELD(instance_extras, flags, WGPUInstanceExtras, flags);
FIELD(instance_extras, dx12_compiler, WGPUInstanceExtras, dx12ShaderCompiler);
FIELD(instance_extras, gles3_minor_version, WGPUInstanceExtras, gles3MinorVersion);
FIELD(instance_extras, gl_fence_behaviour, WGPUInstanceExtras, glFenceBehaviour);
FIELD(instance_extras, dxc_path, WGPUInstanceExtras, dxcPath);
FIELD(instance_extras, dxc_max_shader_model, WGPUInstanceExtras, dxcMaxShaderModel);
FIELD(instance_extras, budget_for_device_creation, WGPUInstanceExtras, budgetForDeviceCreation);
FIELD(instance_extras, budget_for_device_loss, WGPUInstanceExtras, budgetForDeviceLoss);
SAME(instance_descriptor, WGPUInstanceDescriptor);
FIELD(instance_descriptor, features, WGPUInstanceDescriptor, features);
FIELD(instance_descriptor, features.timed_wait_any_max_count, WGPUInstanceDescriptor, features.timedWaitAnyMaxCount);
SAME(enumerate_options, WGPUInstanceEnumerateAdapterOptions);
FIELD(enumerate_options, backends, WGPUInstanceEnumerateAdapterOptions, backends);

SAME(adapter_info, WGPUAdapterInfo);
FIELD(adapter_info, vendor, WGPUAdapterInfo, vendor);
FIELD(adapter_info, architecture, WGPUAdapterInfo, architecture);
FIELD(adapter_info, device, WGPUAdapterInfo, device);
FIELD(adapter_info, description, WGPUAdapterInfo, description);
FIELD(adapter_info, backend_type, WGPUAdapterInfo, backendType);
FIELD(adapter_info, adapter_type, WGPUAdapterInfo, adapterType);
FIELD(adapter_info, vendor_id, WGPUAdapterInfo, vendorID);
FIELD(adapter_info, device_id, WGPUAdapterInfo, deviceID);

SAME(limits, WGPULimits);
#define BEFORE(index, theirs) \
	_Static_assert(offsetof(limits, before) + 4 * (index) == offsetof(WGPULimits, theirs), #theirs " has another offset")
BEFORE(BINDINGS_PER_GROUP, maxBindingsPerBindGroup);
BEFORE(STORAGE_BUFFERS, maxStorageBuffersPerShaderStage);
BEFORE(UNIFORM_BUFFERS, maxUniformBuffersPerShaderStage);
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

#define INFO(ours, theirs) \
	SAME(ours, theirs); \
	FIELD(ours, mode, theirs, mode); \
	FIELD(ours, callback, theirs, callback); \
	FIELD(ours, a, theirs, userdata1); \
	FIELD(ours, b, theirs, userdata2)
INFO(request_device_info, WGPURequestDeviceCallbackInfo);
INFO(device_lost_info, WGPUDeviceLostCallbackInfo);
INFO(error_scope_info, WGPUPopErrorScopeCallbackInfo);
INFO(map_info, WGPUBufferMapCallbackInfo);
INFO(work_done_info, WGPUQueueWorkDoneCallbackInfo);
SAME(error_info, WGPUUncapturedErrorCallbackInfo);
FIELD(error_info, callback, WGPUUncapturedErrorCallbackInfo, callback);
FIELD(error_info, a, WGPUUncapturedErrorCallbackInfo, userdata1);

SAME(device_descriptor, WGPUDeviceDescriptor);
FIELD(device_descriptor, label, WGPUDeviceDescriptor, label);
FIELD(device_descriptor, feature_count, WGPUDeviceDescriptor, requiredFeatureCount);
FIELD(device_descriptor, features, WGPUDeviceDescriptor, requiredFeatures);
FIELD(device_descriptor, limits, WGPUDeviceDescriptor, requiredLimits);
FIELD(device_descriptor, default_queue, WGPUDeviceDescriptor, defaultQueue);
FIELD(device_descriptor, lost, WGPUDeviceDescriptor, deviceLostCallbackInfo);
FIELD(device_descriptor, error, WGPUDeviceDescriptor, uncapturedErrorCallbackInfo);

SAME(buffer_descriptor, WGPUBufferDescriptor);
FIELD(buffer_descriptor, label, WGPUBufferDescriptor, label);
FIELD(buffer_descriptor, usage, WGPUBufferDescriptor, usage);
FIELD(buffer_descriptor, size, WGPUBufferDescriptor, size);
FIELD(buffer_descriptor, mapped_at_creation, WGPUBufferDescriptor, mappedAtCreation);

SAME(shader_source, WGPUShaderSourceWGSL);
FIELD(shader_source, code, WGPUShaderSourceWGSL, code);
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

SAME(registry_report, WGPURegistryReport);
FIELD(registry_report, allocated, WGPURegistryReport, numAllocated);
FIELD(registry_report, kept_from_user, WGPURegistryReport, numKeptFromUser);
SAME(global_report, WGPUGlobalReport);
FIELD(global_report, pipeline_layouts, WGPUGlobalReport, hub.pipelineLayouts);
FIELD(global_report, shaders, WGPUGlobalReport, hub.shaderModules);
FIELD(global_report, bind_group_layouts, WGPUGlobalReport, hub.bindGroupLayouts);
FIELD(global_report, bind_groups, WGPUGlobalReport, hub.bindGroups);
FIELD(global_report, command_buffers, WGPUGlobalReport, hub.commandBuffers);
FIELD(global_report, pipelines, WGPUGlobalReport, hub.computePipelines);
FIELD(global_report, query_sets, WGPUGlobalReport, hub.querySets);
FIELD(global_report, buffers, WGPUGlobalReport, hub.buffers);

// Types of the arguments of functions and callbacks.
_Static_assert(sizeof(WGPUDeviceLostReason) == sizeof(uint32_t) && sizeof(WGPUErrorType) == sizeof(uint32_t) &&
	sizeof(WGPUMapAsyncStatus) == sizeof(uint32_t) && sizeof(WGPUBool) == sizeof(uint32_t) &&
	sizeof(WGPUMapMode) == sizeof(uint64_t), "an argument has another size");

VALUE(INSTANCE_EXTRAS, WGPUSType_InstanceExtras);
VALUE(SHADER_SOURCE_WGSL, WGPUSType_ShaderSourceWGSL);
VALUE(TIMESTAMP_QUERY, WGPUFeatureName_TimestampQuery);
VALUE(TIMESTAMP_QUERY_INSIDE_ENCODERS, WGPUNativeFeature_TimestampQueryInsideEncoders);
VALUE(SHADER_F16, WGPUFeatureName_ShaderF16);
VALUE(SHADER_F64, WGPUNativeFeature_ShaderF64);
VALUE(SHADER_INT64, WGPUNativeFeature_ShaderInt64);
VALUE(SUBGROUP, WGPUNativeFeature_Subgroup);
VALUE(SUBGROUP_BARRIER, WGPUNativeFeature_SubgroupBarrier);
VALUE(QUERY_TIMESTAMP, WGPUQueryType_Timestamp);
VALUE(SPONTANEOUS, WGPUCallbackMode_AllowSpontaneous);
VALUE(DEVICE_SUCCESS, WGPURequestDeviceStatus_Success);
VALUE(TYPE_VULKAN, WGPUBackendType_Vulkan);
VALUE(TYPE_METAL, WGPUBackendType_Metal);
VALUE(TYPE_D3D12, WGPUBackendType_D3D12);
VALUE(TYPE_DISCRETE, WGPUAdapterType_DiscreteGPU);
VALUE(TYPE_INTEGRATED, WGPUAdapterType_IntegratedGPU);
VALUE(TYPE_CPU, WGPUAdapterType_CPU);
VALUE(UNIFORM_BINDING, WGPUBufferBindingType_Uniform);
VALUE(STORAGE_BINDING, WGPUBufferBindingType_Storage);
VALUE(READ_ONLY_BINDING, WGPUBufferBindingType_ReadOnlyStorage);
VALUE(MAP_SUCCESS, WGPUMapAsyncStatus_Success);
VALUE(ERROR_NONE, WGPUErrorType_NoError);
VALUE(ERROR_VALIDATION, WGPUErrorType_Validation);
VALUE(ERROR_OUT_OF_MEMORY, WGPUErrorType_OutOfMemory);
VALUE(SCOPE_VALIDATION, WGPUErrorFilter_Validation);
VALUE(SCOPE_OUT_OF_MEMORY, WGPUErrorFilter_OutOfMemory);
