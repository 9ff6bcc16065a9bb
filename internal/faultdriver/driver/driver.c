// A Vulkan driver that fails on purpose. It loads the driver named by WGFFT_FAULT_DRIVER, forwards every
// call to it, and makes one function fail or hang. The environment says which:
//
//	WGFFT_FAULT_FUNCTION  the function's name, or "completion"
//	WGFFT_FAULT_CALL      the first call that fails, counted from 1
//	WGFFT_FAULT_COUNT     how many calls fail from there on
//	WGFFT_FAULT_RESULT    the VkResult to return; 0 calls the real function
//	WGFFT_FAULT_HANG_MS   how long a failing call sleeps first
//	WGFFT_FAULT_REPORT    a file that gets a byte for each call that fails; if REPORT.release exists, hangs end
//	WGFFT_FAULT_FENCES    1 hides timeline semaphores, so that wgpu uses fences
//	WGFFT_FAULT_QUIET     1 hides a loss from queries of progress
//
// "completion" simulates a GPU that hangs: from submission number CALL on, no work is reported as
// complete for HANG_MS. "pace" simulates a busy GPU: submissions are reported as complete one by one, each HANG_MS
// after the one before it.
//
// After VK_ERROR_DEVICE_LOST, submissions, waits and queries of progress return that, too, until the next
// vkCreateDevice. With WGFFT_FAULT_QUIET=1 the queries succeed, as in drivers that read the progress from memory.
//
// The types of vulkan.h that are needed are declared by hand, so no headers have to be installed.

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef void (*function)(void);
typedef function (*lookup)(void *handle, char const *name);
// Every function that can fail takes at most six integers or pointers. The calling conventions of 64-bit
// systems pass six of them in registers, so one signature fits all.
typedef int32_t (*call)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

enum { SUCCESS = 0, NOT_READY = 1, TIMEOUT = 2, INITIALIZATION_FAILED = -3, DEVICE_LOST = -4 };

static void *driver;                        // the real driver
static lookup instance_proc, physical_proc; // its functions that look up others
static lookup device_proc;

static char const *name_of_fault, *report;
static char release[4096]; // name of the file that ends hangs
static long first_call, call_count, hang_ms;
static int32_t result;
static bool without_timelines, quiet;
static long calls; // of the function that fails

static long setting(char const *name, long otherwise) {
	char const *value = getenv(name);
	return value ? atol(value) : otherwise;
}

__attribute__((constructor)) static void load(void) {
	char const *library = getenv("WGFFT_FAULT_DRIVER");
	driver = library ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
	if (driver) {
		instance_proc = (lookup)dlsym(driver, "vk_icdGetInstanceProcAddr");
		physical_proc = (lookup)dlsym(driver, "vk_icdGetPhysicalDeviceProcAddr");
	}
	name_of_fault = getenv("WGFFT_FAULT_FUNCTION");
	report = getenv("WGFFT_FAULT_REPORT");
	if (report) {
		snprintf(release, sizeof release, "%s.release", report);
	}
	first_call = setting("WGFFT_FAULT_CALL", 1);
	call_count = setting("WGFFT_FAULT_COUNT", 1);
	hang_ms = setting("WGFFT_FAULT_HANG_MS", 0);
	without_timelines = setting("WGFFT_FAULT_FENCES", 0) != 0;
	quiet = setting("WGFFT_FAULT_QUIET", 0) != 0;
	result = (int32_t)setting("WGFFT_FAULT_RESULT", 0);
}

// count_call counts a call and reports whether it is one that fails.
static bool count_call(void) {
	long n = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
	if (n < first_call || n - first_call >= call_count) {
		return false;
	}
	int file = report ? open(report, O_CREAT | O_WRONLY | O_APPEND, 0600) : -1;
	if (file >= 0) {
		while (write(file, "x", 1) < 0) {
		}
		close(file);
	}
	return true;
}

// is_released reports whether the test has ended all hangs.
static bool is_released(void) {
	static bool released;
	if (!__atomic_load_n(&released, __ATOMIC_RELAXED) && report && access(release, F_OK) == 0) {
		__atomic_store_n(&released, true, __ATOMIC_RELAXED);
	}
	return __atomic_load_n(&released, __ATOMIC_RELAXED);
}

static int64_t now_ms(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// sleep_ms sleeps, or returns early once the test has released the driver.
static void sleep_ms(int64_t ms) {
	for (int64_t end = now_ms() + ms, left = ms; left > 0 && !is_released(); left = end - now_ms()) {
		struct timespec t = {0, (left < 5 ? left : 5) * 1000000};
		nanosleep(&t, NULL);
	}
}

// The function that fails.

static call target; // the real one
static bool lost;   // DEVICE_LOST was returned

static int32_t fail(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f) {
	if (count_call()) {
		sleep_ms(hang_ms);
		if (result == DEVICE_LOST) {
			__atomic_store_n(&lost, true, __ATOMIC_RELAXED);
		}
		if (result != SUCCESS) {
			return result;
		}
	}
	return target(a, b, c, d, e, f);
}

// Functions that report whether work is complete. A hang or loss concerns all devices of the process.

static bool is_lost(void) { return __atomic_load_n(&lost, __ATOMIC_RELAXED); }

static int64_t hang_end; // 0 until the hang begins

// remaining returns how long the hang lasts, in milliseconds, and 0 outside it.
static int64_t remaining(void) {
	int64_t end = __atomic_load_n(&hang_end, __ATOMIC_RELAXED), now = now_ms();
	return end > now && !is_released() ? end - now : 0;
}

// wait sleeps for timeout nanoseconds or until the hang ends. It reports whether the hang has ended.
static bool wait(uint64_t timeout) {
	int64_t ms = remaining(), most = (int64_t)(timeout / 1000000);
	sleep_ms(ms < most ? ms : most);
	return remaining() == 0;
}

static int32_t (*create_device)(void *, void const *, void const *, void *);
static int32_t (*queue_submit)(void *, uint32_t, void const *, uint64_t);
static int32_t (*get_semaphore)(void *, uint64_t, uint64_t *);
static int32_t (*wait_semaphores)(void *, void const *, uint64_t);
static int32_t (*get_fence)(void *, uint64_t);
static int32_t (*wait_fences)(void *, uint32_t, uint64_t const *, uint32_t, uint64_t);
static int32_t (*wait_idle)(void *);

static int32_t wrapped_create_device(void *physical, void const *info, void const *allocator, void *device) {
	__atomic_store_n(&lost, false, __ATOMIC_RELAXED);
	return create_device(physical, info, allocator, device);
}

static int32_t wrapped_queue_submit(void *queue, uint32_t count, void const *submits, uint64_t fence) {
	if (is_lost()) {
		return DEVICE_LOST;
	}
	if (strcmp(name_of_fault, "completion") == 0 && count_call() && hang_end == 0) {
		__atomic_store_n(&hang_end, now_ms() + hang_ms, __ATOMIC_RELAXED);
	}
	return queue_submit(queue, count, submits, fence);
}

// A timeline semaphore keeps the value that was reported last. wgpu has one for each device.
static int32_t wrapped_get_semaphore(void *device, uint64_t semaphore, uint64_t *value) {
	static uint64_t last;
	if (is_lost() && !quiet) {
		return DEVICE_LOST;
	}
	int32_t r = get_semaphore(device, semaphore, value);
	if (remaining() > 0) {
		*value = __atomic_load_n(&last, __ATOMIC_RELAXED);
	} else {
		__atomic_store_n(&last, *value, __ATOMIC_RELAXED);
	}
	return r;
}

static int32_t wrapped_wait_semaphores(void *device, void const *info, uint64_t timeout) {
	if (is_lost()) {
		return DEVICE_LOST;
	}
	return wait(timeout) ? wait_semaphores(device, info, timeout) : TIMEOUT;
}

static int32_t wrapped_get_fence(void *device, uint64_t fence) {
	if (is_lost() && !quiet) {
		return DEVICE_LOST;
	}
	return remaining() > 0 ? NOT_READY : get_fence(device, fence);
}

static int32_t wrapped_wait_fences(void *device, uint32_t n, uint64_t const *fences, uint32_t all, uint64_t timeout) {
	if (is_lost()) {
		return DEVICE_LOST;
	}
	return wait(timeout) ? wait_fences(device, n, fences, all, timeout) : TIMEOUT;
}

static int32_t wrapped_wait_idle(void *device) {
	if (is_lost()) {
		return DEVICE_LOST;
	}
	wait(UINT64_MAX);
	return wait_idle(device);
}

// shown is the value of the timeline semaphore that was reported last. The next value is reported hang_ms after it was
// first there to be seen.
static int32_t paced_get_semaphore(void *device, uint64_t semaphore, uint64_t *value) {
	static uint64_t shown;
	static int64_t since; // 0: the next value has not been seen
	int32_t r = get_semaphore(device, semaphore, value);
	if (*value > shown && since == 0) {
		since = now_ms();
	} else if (*value > shown && now_ms() - since >= hang_ms) {
		shown++;
		since = 0;
		count_call();
	}
	*value = shown;
	return r;
}

static struct {
	char const *name;
	function wrapper;
	function *real;
} const wrappers[] = {
	{"vkCreateDevice", (function)wrapped_create_device, (function *)&create_device},
	{"vkQueueSubmit", (function)wrapped_queue_submit, (function *)&queue_submit},
	{"vkGetSemaphoreCounterValue", (function)wrapped_get_semaphore, (function *)&get_semaphore},
	{"vkWaitSemaphores", (function)wrapped_wait_semaphores, (function *)&wait_semaphores},
	{"vkGetFenceStatus", (function)wrapped_get_fence, (function *)&get_fence},
	{"vkWaitForFences", (function)wrapped_wait_fences, (function *)&wait_fences},
	{"vkDeviceWaitIdle", (function)wrapped_wait_idle, (function *)&wait_idle},
};

// A driver without timeline semaphores.

// base is the beginning of every struct of a pNext chain; value is the only member used here.
struct base {
	int32_t type;
	struct base *next;
	uint32_t value;
};

enum { TIMELINE_SEMAPHORE_FEATURES = 1000207000 };

static void (*get_features)(void *, struct base *);

static void get_features_without_timelines(void *device, struct base *features) {
	get_features(device, features);
	for (struct base *b = features->next; b; b = b->next) {
		if (b->type == TIMELINE_SEMAPHORE_FEATURES) {
			b->value = false;
		}
	}
}

// same compares names, without the suffix KHR of name.
static bool same(char const *name, char const *wanted) {
	size_t n = strlen(wanted);
	return strncmp(name, wanted, n) == 0 && (name[n] == 0 || strcmp(name + n, "KHR") == 0);
}

// wrapped returns the function that callers get for name. real is the real driver's function.
static function wrapped(char const *name, function real) {
	if (!real || !name_of_fault) {
		return real;
	}
	if (strcmp(name_of_fault, "pace") == 0 && same(name, "vkGetSemaphoreCounterValue")) {
		get_semaphore = (int32_t (*)(void *, uint64_t, uint64_t *))real;
		return (function)paced_get_semaphore;
	}
	for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++) {
		if (same(name, wrappers[i].name)) {
			*wrappers[i].real = real;
			real = wrappers[i].wrapper;
			break;
		}
	}
	if (same(name, name_of_fault)) {
		target = (call)real;
		return (function)fail;
	}
	if (without_timelines && same(name, "vkGetPhysicalDeviceFeatures2")) {
		get_features = (void (*)(void *, struct base *))real;
		return (function)get_features_without_timelines;
	}
	return real;
}

static function get_device_proc(void *device, char const *name) {
	return wrapped(name, device_proc(device, name));
}

EXPORT function vk_icdGetInstanceProcAddr(void *instance, char const *name) {
	if (!instance_proc) {
		return NULL;
	}
	if (strcmp(name, "vkGetInstanceProcAddr") == 0) {
		return (function)vk_icdGetInstanceProcAddr;
	}
	function real = instance_proc(instance, name);
	if (real && strcmp(name, "vkGetDeviceProcAddr") == 0) {
		device_proc = (lookup)real;
		return (function)get_device_proc;
	}
	return wrapped(name, real);
}

EXPORT function vk_icdGetPhysicalDeviceProcAddr(void *instance, char const *name) {
	return physical_proc ? wrapped(name, physical_proc(instance, name)) : NULL;
}

EXPORT int32_t vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
	int32_t (*negotiate)(uint32_t *) = NULL;
	if (driver) {
		negotiate = (int32_t (*)(uint32_t *))dlsym(driver, "vk_icdNegotiateLoaderICDInterfaceVersion");
	}
	return negotiate ? negotiate(version) : INITIALIZATION_FAILED;
}
