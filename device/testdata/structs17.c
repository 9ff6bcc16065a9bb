// Compares wgpu.h and wgpu17.h with the headers of wgpu-native 0.17.
#include "wgpu.h"

#include "structs.h"

FIELD(instance_extras, dxil_path, WGPUInstanceExtras, dxilPath);

SAME(adapter_properties, WGPUAdapterProperties);
FIELD(adapter_properties, vendor_id, WGPUAdapterProperties, vendorID);
FIELD(adapter_properties, vendor_name, WGPUAdapterProperties, vendorName);
FIELD(adapter_properties, device_id, WGPUAdapterProperties, deviceID);
FIELD(adapter_properties, name, WGPUAdapterProperties, name);
FIELD(adapter_properties, driver_description, WGPUAdapterProperties, driverDescription);
FIELD(adapter_properties, adapter_type, WGPUAdapterProperties, adapterType);
FIELD(adapter_properties, backend_type, WGPUAdapterProperties, backendType);

SAME(limits_descriptor, WGPURequiredLimits);
FIELD(limits_descriptor, limits, WGPURequiredLimits, limits);
SAME(limits_descriptor, WGPUSupportedLimits);
FIELD(limits_descriptor, limits, WGPUSupportedLimits, limits);

FIELD(device_descriptor, feature_count, WGPUDeviceDescriptor, requiredFeaturesCount);
FIELD(device_descriptor, device_lost, WGPUDeviceDescriptor, deviceLostCallback);
FIELD(device_descriptor, device_lost_userdata, WGPUDeviceDescriptor, deviceLostUserdata);

SAME(shader_source, WGPUShaderModuleWGSLDescriptor);
FIELD(shader_source, code, WGPUShaderModuleWGSLDescriptor, code);
FIELD(shader_descriptor, hint_count, WGPUShaderModuleDescriptor, hintCount);
FIELD(shader_descriptor, hints, WGPUShaderModuleDescriptor, hints);

FIELD(layout_entry, sampler.type, WGPUBindGroupLayoutEntry, sampler.type);
FIELD(layout_entry, texture.sample_type, WGPUBindGroupLayoutEntry, texture.sampleType);
FIELD(layout_entry, storage_texture.access, WGPUBindGroupLayoutEntry, storageTexture.access);

SAME(storage_report, WGPUStorageReport);
FIELD(storage_report, occupied, WGPUStorageReport, numOccupied);
SAME(hub_report, WGPUHubReport);
FIELD(hub_report, pipeline_layouts, WGPUHubReport, pipelineLayouts);
FIELD(hub_report, shaders, WGPUHubReport, shaderModules);
FIELD(hub_report, bind_group_layouts, WGPUHubReport, bindGroupLayouts);
FIELD(hub_report, bind_groups, WGPUHubReport, bindGroups);
FIELD(hub_report, command_buffers, WGPUHubReport, commandBuffers);
FIELD(hub_report, pipelines, WGPUHubReport, computePipelines);
FIELD(hub_report, query_sets, WGPUHubReport, querySets);
FIELD(hub_report, buffers, WGPUHubReport, buffers);
FIELD(global_report, backend_type, WGPUGlobalReport, backendType);
FIELD(global_report, vulkan, WGPUGlobalReport, vulkan);
FIELD(global_report, metal, WGPUGlobalReport, metal);
FIELD(global_report, dx12, WGPUGlobalReport, dx12);

VALUE(PRIMARY_BACKENDS, WGPUInstanceBackend_Vulkan | WGPUInstanceBackend_Metal | WGPUInstanceBackend_DX12);
VALUE(SHADER_SOURCE_WGSL, WGPUSType_ShaderModuleWGSLDescriptor);
VALUE(VISIBLE_TO_COMPUTE, WGPUShaderStage_Compute);
VALUE(MAP_READ, WGPUMapMode_Read);
VALUE(MAP_WRITE, WGPUMapMode_Write);
VALUE(MAP_SUCCESS, WGPUBufferMapAsyncStatus_Success);
VALUE(MAP_DEVICE_LOST, WGPUBufferMapAsyncStatus_DeviceLost);
VALUE(ERROR_DEVICE_LOST, WGPUErrorType_DeviceLost);
