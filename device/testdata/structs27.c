// Compares wgpu.h and wgpu27.h with the headers of wgpu-native 27.
#define WGFFT_WGPU27
#include "wgpu.h"

#include "structs.h"

SAME(string_view, WGPUStringView);
FIELD(string_view, size, WGPUStringView, length);
SAME(future, WGPUFuture);

FIELD(instance_extras, flags, WGPUInstanceExtras, flags);
FIELD(instance_extras, gles3_minor_version, WGPUInstanceExtras, gles3MinorVersion);
FIELD(instance_extras, gl_fence_behaviour, WGPUInstanceExtras, glFenceBehaviour);
FIELD(instance_extras, dxc_max_shader_model, WGPUInstanceExtras, dxcMaxShaderModel);
FIELD(instance_extras, budget_for_device_creation, WGPUInstanceExtras, budgetForDeviceCreation);
FIELD(instance_extras, budget_for_device_loss, WGPUInstanceExtras, budgetForDeviceLoss);
FIELD(instance_descriptor, features, WGPUInstanceDescriptor, features);
FIELD(instance_descriptor, features.timed_wait_any_max_count, WGPUInstanceDescriptor, features.timedWaitAnyMaxCount);

SAME(adapter_info, WGPUAdapterInfo);
FIELD(adapter_info, vendor, WGPUAdapterInfo, vendor);
FIELD(adapter_info, architecture, WGPUAdapterInfo, architecture);
FIELD(adapter_info, device, WGPUAdapterInfo, device);
FIELD(adapter_info, description, WGPUAdapterInfo, description);
FIELD(adapter_info, backend_type, WGPUAdapterInfo, backendType);
FIELD(adapter_info, adapter_type, WGPUAdapterInfo, adapterType);
FIELD(adapter_info, vendor_id, WGPUAdapterInfo, vendorID);
FIELD(adapter_info, device_id, WGPUAdapterInfo, deviceID);

BEFORE(BINDINGS_PER_GROUP, maxBindingsPerBindGroup);
BEFORE(UNIFORM_BUFFERS, maxUniformBuffersPerShaderStage);

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

FIELD(device_descriptor, feature_count, WGPUDeviceDescriptor, requiredFeatureCount);
FIELD(device_descriptor, lost, WGPUDeviceDescriptor, deviceLostCallbackInfo);
FIELD(device_descriptor, error, WGPUDeviceDescriptor, uncapturedErrorCallbackInfo);

SAME(shader_source, WGPUShaderSourceWGSL);
FIELD(shader_source, code, WGPUShaderSourceWGSL, code);

SAME(registry_report, WGPURegistryReport);
FIELD(registry_report, allocated, WGPURegistryReport, numAllocated);
FIELD(registry_report, kept_from_user, WGPURegistryReport, numKeptFromUser);
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

VALUE(SHADER_SOURCE_WGSL, WGPUSType_ShaderSourceWGSL);
VALUE(TIMESTAMP_QUERY_INSIDE_ENCODERS, WGPUNativeFeature_TimestampQueryInsideEncoders);
VALUE(SHADER_F16, WGPUFeatureName_ShaderF16);
VALUE(SHADER_F64, WGPUNativeFeature_ShaderF64);
VALUE(SHADER_INT64, WGPUNativeFeature_ShaderInt64);
VALUE(SUBGROUP, WGPUNativeFeature_Subgroup);
VALUE(SUBGROUP_BARRIER, WGPUNativeFeature_SubgroupBarrier);
VALUE(SPONTANEOUS, WGPUCallbackMode_AllowSpontaneous);
VALUE(MAP_SUCCESS, WGPUMapAsyncStatus_Success);
VALUE(ERROR_VALIDATION, WGPUErrorType_Validation);
VALUE(SCOPE_VALIDATION, WGPUErrorFilter_Validation);
VALUE(SCOPE_OUT_OF_MEMORY, WGPUErrorFilter_OutOfMemory);
