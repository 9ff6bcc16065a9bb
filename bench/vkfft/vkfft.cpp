// Measures VkFFT's Vulkan backend on a software driver and prints spec,vkfft_ms,rel_l2 for each spec.
//
//   make -C bench/vkfft OUT=/tmp/vkfft   (the Makefile lists the Debian packages)
//   /tmp/vkfft [--lut] [--apart] 'c2c:1024*1024' ...
//
// A spec is a forward c2c transform in single precision along one axis, on random data that is on the
// device already. The device is the first processor (lavapipe). All settings are VkFFT's defaults, in place
// among them. --lut reads twiddles from tables instead of computing them, --apart writes to another buffer.
//
// The time is the wall time from the submission of a command buffer with many transforms to its fence, the
// median of 7 loops of at least 40 ms after a warm-up. rel_l2 is the error of bins of three transforms
// against float64. Repeated transforms in place overflow, which does not change the time on x86.

#define VKFFT_BACKEND 0
#include <vkFFT.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using Complex = std::complex<float>;

static void check(int result, const char* what) {
	if (result != 0) {
		fprintf(stderr, "vkfft: %s: error %d\n", what, result);
		exit(1);
	}
}

// The device and its objects. VkFFT takes pointers to them.
static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkFence fence;

static void openDevice() {
	VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
	application.apiVersion = VK_API_VERSION_1_1;
	VkInstanceCreateInfo instanceInfo = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
	instanceInfo.pApplicationInfo = &application;
	VkInstance instance;
	check(vkCreateInstance(&instanceInfo, nullptr, &instance), "vkCreateInstance");
	uint32_t count = 0;
	vkEnumeratePhysicalDevices(instance, &count, nullptr);
	std::vector<VkPhysicalDevice> all(count);
	vkEnumeratePhysicalDevices(instance, &count, all.data());
	VkPhysicalDeviceProperties properties;
	for (VkPhysicalDevice candidate : all) {
		vkGetPhysicalDeviceProperties(candidate, &properties);
		if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
			physical = candidate;
			break;
		}
	}
	check(physical == nullptr, "find a software driver (mesa-vulkan-drivers)");
	fprintf(stderr, "vkfft: version %d on %s\n", VkFFTGetVersion(), properties.deviceName);

	float priority = 1;
	VkDeviceQueueCreateInfo queueInfo = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
	queueInfo.queueCount = 1; // lavapipe has one family, which does everything
	queueInfo.pQueuePriorities = &priority;
	VkDeviceCreateInfo deviceInfo = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
	deviceInfo.queueCreateInfoCount = 1;
	deviceInfo.pQueueCreateInfos = &queueInfo;
	check(vkCreateDevice(physical, &deviceInfo, nullptr, &device), "vkCreateDevice");
	vkGetDeviceQueue(device, 0, 0, &queue);
	VkCommandPoolCreateInfo poolInfo = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
	poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
	check(vkCreateCommandPool(device, &poolInfo, nullptr, &pool), "vkCreateCommandPool");
	VkFenceCreateInfo fenceInfo = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
	check(vkCreateFence(device, &fenceInfo, nullptr, &fence), "vkCreateFence");
}

// A buffer in memory that the host can access. On a software driver all memory is of that type.
struct Buffer {
	VkBuffer buffer;
	VkDeviceMemory memory;
	Complex* data;

	explicit Buffer(VkDeviceSize bytes) {
		VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
		info.size = bytes;
		info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
		check(vkCreateBuffer(device, &info, nullptr, &buffer), "vkCreateBuffer");
		VkMemoryRequirements needs;
		vkGetBufferMemoryRequirements(device, buffer, &needs);
		VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
		allocation.allocationSize = needs.size;
		check(vkAllocateMemory(device, &allocation, nullptr, &memory), "vkAllocateMemory");
		check(vkBindBufferMemory(device, buffer, memory, 0), "vkBindBufferMemory");
		check(vkMapMemory(device, memory, 0, bytes, 0, (void**)&data), "vkMapMemory");
	}
	~Buffer() {
		vkDestroyBuffer(device, buffer, nullptr);
		vkFreeMemory(device, memory, nullptr);
	}
};

// run transforms the whole batch a number of times and returns the ms of all.
static double run(VkFFTApplication& app, int times) {
	VkCommandBufferAllocateInfo allocation = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
	allocation.commandPool = pool;
	allocation.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
	allocation.commandBufferCount = 1;
	VkCommandBuffer commands;
	check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
	VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
	VkFFTLaunchParams launch = {};
	launch.commandBuffer = &commands;
	for (int i = 0; i < times; i++) {
		check(VkFFTAppend(&app, -1, &launch), "VkFFTAppend"); // ends with a barrier
	}
	check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");

	VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
	submit.commandBufferCount = 1;
	submit.pCommandBuffers = &commands;
	auto start = std::chrono::steady_clock::now();
	check(vkQueueSubmit(queue, 1, &submit, fence), "vkQueueSubmit");
	check(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
	std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
	vkResetFences(device, 1, &fence);
	vkFreeCommandBuffers(device, pool, 1, &commands);
	return took.count();
}

// squares adds the squares of error and norm of about 1024 bins of a transform, or of all if there are fewer.
static void squares(const Complex* got, const Complex* source, size_t n, double& error, double& norm) {
	std::vector<std::complex<double>> roots(n);
	for (size_t j = 0; j < n; j++) {
		roots[j] = std::polar(1.0, -2 * M_PI * j / n);
	}
	size_t step = n / 1024 > 1 ? n / 1024 | 1 : 1; // odd, so that bins of every residue are tested
	for (size_t k = 0; k < n; k += step) {
		std::complex<double> want = 0;
		for (size_t j = 0; j < n; j++) {
			want += std::complex<double>(source[j]) * roots[j * k % n];
		}
		error += std::norm(std::complex<double>(got[k]) - want);
		norm += std::norm(want);
	}
}

static void measure(const char* spec, bool lut, bool apart) {
	uint64_t n = 0, batch = 1;
	if (sscanf(spec, "c2c:%lu*%lu", &n, &batch) < 1) {
		fprintf(stderr, "vkfft: %s: want c2c:POINTS*BATCH\n", spec);
		exit(2);
	}
	uint64_t points = n * batch, bytes = points * sizeof(Complex);
	Buffer source(bytes), target(bytes);
	std::mt19937 generator(1);
	std::uniform_real_distribution<float> numbers(-1, 1);
	for (uint64_t i = 0; i < points; i++) {
		source.data[i] = Complex(numbers(generator), numbers(generator));
	}
	memcpy(target.data, source.data, bytes);

	VkFFTConfiguration configuration = {};
	configuration.FFTdim = 1;
	configuration.size[0] = n;
	configuration.numberBatches = batch;
	configuration.physicalDevice = &physical;
	configuration.device = &device;
	configuration.queue = &queue;
	configuration.commandPool = &pool;
	configuration.fence = &fence;
	configuration.makeForwardPlanOnly = 1;
	configuration.useLUT = lut;
	configuration.buffer = &target.buffer;
	configuration.bufferSize = &bytes;
	configuration.isInputFormatted = apart;
	configuration.inputBuffer = apart ? &source.buffer : nullptr;
	configuration.inputBufferSize = apart ? &bytes : nullptr;
	VkFFTApplication app = {};
	check(initializeVkFFT(&app, configuration), "initializeVkFFT");

	run(app, 1);
	double error = 0, norm = 0;
	for (uint64_t array : {uint64_t(0), batch / 2, batch - 1}) {
		squares(target.data + array * n, source.data + array * n, n, error, norm);
	}
	run(app, 1); // the first after the compilation is slow
	int times = std::max(2, int(40 / run(app, 1)) + 1);
	run(app, times);
	std::vector<double> took;
	for (int i = 0; i < 7; i++) {
		took.push_back(run(app, times) / times);
	}
	std::sort(took.begin(), took.end());
	printf("%s,%.4f,%.2e\n", spec, took[3], sqrt(error / norm));
	fflush(stdout);
	deleteVkFFT(&app);
}

int main(int count, char** arguments) {
	bool lut = false, apart = false;
	std::vector<const char*> specs;
	for (int i = 1; i < count; i++) {
		std::string argument = arguments[i];
		if (argument == "--lut") {
			lut = true;
		} else if (argument == "--apart") {
			apart = true;
		} else {
			specs.push_back(arguments[i]);
		}
	}
	if (specs.empty()) {
		fprintf(stderr, "usage: vkfft [--lut] [--apart] c2c:POINTS*BATCH ...\n");
		return 2;
	}
	openDevice();
	printf("spec,vkfft_ms,rel_l2\n");
	for (const char* spec : specs) {
		measure(spec, lut, apart);
	}
}
