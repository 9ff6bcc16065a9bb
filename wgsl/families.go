package wgsl

// The table of families. If members of a family differ, the row has the least of their numbers, so
// that plans suit all members. Bandwidth, launch cost and the number of multiprocessors are typical
// values.
//
// Sources:
//
//	CUDA     NVIDIA, CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"
//	RDNA     AMD, RDNA 2 and RDNA 3 Instruction Set Architecture guides; Guthmann, "Occupancy
//	         explained through the AMD RDNA architecture", 2024
//	CDNA     AMD, CDNA 2 and CDNA 3 Instruction Set Architecture guides; LLVM, llvm-calc-occupancy
//	RADV     Mesa, src/amd/vulkan/radv_physical_device.c: compute shaders have subgroups of 64
//	oneAPI   Intel, oneAPI GPU Optimization Guide, "Intel Iris Xe GPU Architecture"; Intel GPU
//	         Occupancy Calculator; OpenCL Developer Guide for Intel Processor Graphics,
//	         "Work-Group Size Recommendations Summary"
//	Apple    Apple, Metal Feature Set Tables; Rosenzweig, "Dissecting the Apple M1 GPU", part III;
//	         Turner, metal-benchmarks
//	Mali     Arm, Mali GPU OpenCL Developer Guide (101574), "Mali Bifrost and Valhall GPU specific
//	         optimizations"; Mali GPU Best Practices Developer Guide, "Workgroup sizes"
//	Adreno   Mesa, src/freedreno/common/freedreno_devices.py and src/freedreno/ir3
//	naga     gfx-rs/wgpu issue 4592: one invocation zeroes workgroup memory, except on Vulkan devices
//	         that zero it themselves

// Families returns all families except UnknownFamily.
func Families() []Family {
	return []Family{
		ReferenceFamily(),
		{ // CUDA: the least of compute capabilities 7.5, 8.6, 8.9 and 12.0
			Name: "nvidia", SubgroupWidth: 32, Multiprocessors: 28,
			WorkgroupBytes: 64 << 10, ReservedBytes: 1 << 10, Registers: 64 << 10, Threads: 1024, Workgroups: 16,
			ThreadRegisters: 255, Bandwidth: 300e9, Launch: 3e-6,
		},
		{ // RDNA, RADV: a compute unit, half a workgroup processor
			Name: "amd-rdna", SubgroupWidth: 64, Multiprocessors: 32,
			WorkgroupBytes: 64 << 10, Registers: 64 << 10, Threads: 1024, Workgroups: 16,
			ThreadRegisters: 256, Bandwidth: 400e9, Launch: 5e-6,
		},
		{ // CDNA; compute units of GCN 5 have the same memory and registers
			Name: "amd-cdna", SubgroupWidth: 64, Multiprocessors: 104,
			WorkgroupBytes: 64 << 10, Registers: 64 << 10, Threads: 2048, Workgroups: 16,
			ThreadRegisters: 256, Bandwidth: 1000e9, Launch: 5e-6,
		},
		{ // oneAPI: a subslice of 8 execution units with 7 threads of 128 registers of 8 words
			Name: "intel", SubgroupWidth: 16, Multiprocessors: 6,
			WorkgroupBytes: 64 << 10, Registers: 8 * 7 * 128 * 8, Threads: 8 * 7 * 16, Workgroups: 16,
			ThreadRegisters: 128, Bandwidth: 40e9, Launch: 10e-6, // 128 registers in subgroups of 8
		},
		{ // oneAPI: an Xe-core of 16 vector engines with 8 threads of 128 registers of 8 words
			Name: "intel-arc", SubgroupWidth: 16, Multiprocessors: 24,
			WorkgroupBytes: 128 << 10, Registers: 16 * 8 * 128 * 8, Threads: 16 * 8 * 16, Workgroups: 32,
			ThreadRegisters: 128, Bandwidth: 300e9, Launch: 10e-6,
		},
		{ // Apple: at least 208 KiB of registers; 3072 invocations if they use few; no limit of workgroups known
			Name: "apple", SubgroupWidth: 32, Multiprocessors: 8,
			WorkgroupBytes: 64 << 10, Registers: 208 << 10 / 4, Threads: 3072, Workgroups: 32,
			ThreadRegisters: 128, Bandwidth: 60e9, Launch: 10e-6, ZeroesSlowly: true,
		},
		{ // Mali: 64 registers an invocation; beyond 32, half of the invocations are resident
			Name: "mali", SubgroupWidth: 16, Multiprocessors: 4,
			WorkgroupBytes: 32 << 10, Registers: 32 * 1024, Threads: 1024, Workgroups: 16,
			ThreadRegisters: 64, Bandwidth: 15e9, Launch: 50e-6,
		},
		{ // Adreno: 48 full vec4 registers an invocation; a register file of 48 vec4 in each of 128 lanes
			Name: "adreno", SubgroupWidth: 64, Multiprocessors: 2,
			WorkgroupBytes: 32 << 10, Registers: 48 * 4 * 128, Threads: 1024, Workgroups: 16,
			ThreadRegisters: 48 * 4, Bandwidth: 15e9, Launch: 50e-6,
		},
		SoftwareFamily(),
	}
}

// ReferenceFamily returns the family for which the cost model is fitted: NVIDIA's GPUs of data
// centres. Source: CUDA, compute capabilities 8.0, 9.0 and 10.0. The fit assumes 64 KiB of workgroup
// memory; the guide allows up to 228. Bandwidth and launch cost are the values of an H200.
func ReferenceFamily() Family {
	return Family{
		Name: Reference, SubgroupWidth: 32, Multiprocessors: 132,
		WorkgroupBytes: 64 << 10, ReservedBytes: 1 << 10, Registers: 64 << 10, Threads: 2048, Workgroups: 32,
		ThreadRegisters: 255, Bandwidth: (1 << 30) / 0.251e-3, Launch: 1.9e-6,
	}
}

// SoftwareFamily returns the family of drivers that compute on the CPU. They have no multiprocessor:
// a workgroup runs on one thread of the CPU, its memory lies in the caches, and registers spill
// there. Their kernels are chosen with the numbers of ReferenceFamily.
func SoftwareFamily() Family {
	f := ReferenceFamily()
	f.Name = Software
	return f
}

// UnknownFamily returns the numbers for devices that no row describes. They are the least numbers
// of the other families. Bandwidth and launch cost are the values of a slow integrated GPU.
func UnknownFamily() Family {
	return Family{
		Name: Unknown, SubgroupWidth: 32, Multiprocessors: 4,
		WorkgroupBytes: 32 << 10, Registers: 48 * 4 * 128, Threads: 896, Workgroups: 16,
		ThreadRegisters: 64, Bandwidth: 20e9, Launch: 20e-6,
	}
}

// NamedFamily returns the family of the given name. It returns UnknownFamily for any other name.
func NamedFamily(name string) Family {
	for _, f := range Families() {
		if f.Name == name {
			return f
		}
	}
	return UnknownFamily()
}
