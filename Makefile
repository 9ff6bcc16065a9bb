# make help lists what there is.

GO ?= go
DEMO := examples/data/dawn.wav
PICTURE := demo.png

# Without it Mesa's device-select layer complains on stderr, for every process.
export XDG_RUNTIME_DIR ?= /tmp

# The packages that many goroutines enter at once, and their tests that do so.
RACE = . ./device ./pipeline ./signals ./imaging ./internal/cpu ./internal/detach ./internal/engine \
	./internal/worker
RACE_TESTS = Concurrent|Close|Cancel|Goroutines|AtOnce|Evict|Once|Deadline

# Sweeps of one goroutine, which the race detector has nothing to find in.
SWEEPS = EveryLength|TheWorst|LongerLengths|AlongEvery

# The packages that run kernels on the second software driver, and those that run with wgpu-native 27. make test-all
# takes all packages whose tests run kernels.
KERNELS = . ./device ./pipeline ./imaging ./internal/exactness
SECOND = ./device ./pipeline ./internal/exactness
WGPU27 = ./device ./internal/exactness ./internal/faultdriver

# The packages whose tests take longest. They begin first, so that none is left to run alone at the end.
LONGEST = ./pipeline ./plan . ./wgsl ./imaging ./internal/cpu ./cmd/wgfft ./nd

# The packages that keep golden files: those whose tests take -update.
GOLDEN = $(shell grep -rl --include='*_test.go' 'flag\.Bool."update"' . | xargs -r -n 1 dirname | sort -u)

# Tests on Mesa's software driver wait for its compiler most of the time. It takes less if it does not optimize kernels,
# less again for shorter vectors, and an eighth less with jemalloc where that is installed; the planner's tests take a
# tenth less if Go collects garbage more seldom.
test test-race test-wgpu27: export GALLIVM_PERF ?= nopt
test test-race test-wgpu27: export LP_NATIVE_VECTOR_WIDTH ?= 128
test test-long: export LD_PRELOAD ?= $(JEMALLOC)
test test-long: export GOGC ?= 400
JEMALLOC = $(shell PATH="$$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | awk '/libjemalloc\.so\.2/ {print $$1; exit}')

# make lint vets, and nothing debugs these: panics name their lines all the same. The gold linker, where it is
# installed, takes two thirds of the time of the default one.
QUICK = -vet=off -ldflags='-w $(GOLD)'
GOLD = $(if $(shell command -v ld.gold),-extldflags=-fuse-ld=gold)

.DEFAULT_GOAL := help
.PHONY: help demo test test-all test-long test-race test-swiftshader test-wgpu27 test-nocgo test-builds test-narrow
.PHONY: test-processors test-fuzz test-mpi lint golden
.PHONY: vulkan chromium mpi test-browser test-wine web

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' | expand -t 18

demo: vulkan ## draw the spectrogram of synthetic birdsong and name the picture
	$(GO) run ./cmd/wgfft spectrogram $(DEMO) -o $(PICTURE)
	@echo "the picture: $(PICTURE)"

# No timeout here is met by a machine that is ten times slower. It ends a test that hangs.
TESTS = $(GO) run ./internal/testrun $(QUICK)

# Tests that have many cases take a part of them. WGFFT_SHARD=k/n takes part k of n instead, and test-long takes all.
test: vulkan ## run the tests of all packages on an adapter (a software one is installed where there is none)
	@echo "test: compiling; docs/testing.md says what runs"
	@WGFFT_REQUIRE_ADAPTER=1 $(TESTS) -timeout 60m $(LONGEST) ./...

test-long: vulkan ## run all cases of all tests, every length to 20000 among them; about two hours on two cores
	@WGFFT_ALL=1 WGFFT_REQUIRE_ADAPTER=1 $(TESTS) -timeout 10h $(LONGEST) ./...
	$(MAKE) test-fuzz

# The time for which test-fuzz runs each target.
FUZZTIME = 60s

# Each fuzz target as PACKAGE:NAME. They read what users give: files, specifications and texts of functions.
FUZZ = $(shell grep -ro --include='*_test.go' '^func Fuzz[A-Za-z0-9]*' . | \
	sed -E 's|/[^/]*_test\.go:func |:|' | sort)

test-fuzz: ## run each fuzz target for FUZZTIME; an input that fails is kept in testdata/fuzz and becomes a seed
	@test -n "$(FUZZ)" || { echo "test-fuzz: no fuzz target" >&2; exit 1; }
	@for target in $(FUZZ); do \
		echo "$$target for $(FUZZTIME)"; \
		$(GO) test $(QUICK) -run '^$$' -fuzz "^$${target##*:}\$$" -fuzztime $(FUZZTIME) "$${target%%:*}" || exit 1; \
	done

# What a release needs, from the steps that take least to the one that takes most.
test-all: lint test-builds test-narrow test-nocgo test-processors ## run everything that a release needs; hours
	$(MAKE) test-swiftshader SECOND="$(KERNELS)"
	$(MAKE) test-wgpu27 WGPU27="$(KERNELS) ./internal/faultdriver"
	$(MAKE) test-race RACE_TESTS=. SWEEPS="$(SWEEPS)"
	$(MAKE) test-browser
	$(MAKE) test-wine
	$(MAKE) test-mpi
	$(MAKE) test-long

test-race: vulkan ## run the tests of several goroutines under the race detector
	@WGFFT_REQUIRE_ADAPTER=1 $(TESTS) -race -short -run '$(RACE_TESTS)' -skip '$(SWEEPS)' -timeout 60m $(RACE)

test-swiftshader: vulkan ## run the GPU tests on SwiftShader, a second software driver with smaller limits (Debian)
	@manifest=$$(.ci/swiftshader) && echo "swiftshader: $$manifest" && \
	export WGFFT_REQUIRE_ADAPTER=1 && VK_ADD_DRIVER_FILES=$$manifest $(TESTS) -short -run OpenAll . && \
	export VK_ICD_FILENAMES=$$manifest VK_DRIVER_FILES=$$manifest && \
	$(TESTS) -short -timeout 60m $(SECOND)

# The packages above the device run without their long sweeps, because only the device depends on the library.
test-wgpu27: vulkan ## run the GPU tests with wgpu-native 27, on two software drivers
	@WGFFT_REQUIRE_ADAPTER=1 $(TESTS) -tags wgpu27 -short -skip '$(SWEEPS)' -timeout 60m $(WGPU27)
	@WGFFT_REQUIRE_ADAPTER=1 $(TESTS) -tags wgpu27 -run 'DoublePrecision|DynamicRange|Gains|Format|DirectRuns' \
		-timeout 60m ./wgsl ./internal/engine ./pipeline
	@manifest=$$(.ci/swiftshader) && echo "swiftshader: $$manifest" && \
	export VK_ICD_FILENAMES=$$manifest VK_DRIVER_FILES=$$manifest WGFFT_REQUIRE_ADAPTER=1 && \
	$(TESTS) -tags wgpu27 -short -timeout 60m ./device

# The pages compute on SwiftShader, whose slow compilation takes most of the time.
test-browser: chromium ## run kernels and package device in pages of headless chromium (installed if it is absent)
	@WGFFT_BROWSER=1 $(TESTS) -count=1 -timeout 60m ./internal/browser

# The problems that wgfft verify checks under Wine, as SPECs. The default is all problems.
WINE_SPECS =

test-wine: vulkan ## run the Windows build under Wine (installed if it is absent)
	@.ci/wine $(WINE_SPECS)

# Package cluster is a module of its own, so that the library needs no MPI.
test-mpi: mpi ## test package cluster on 1 to 4 ranks of MPI (OpenMPI is installed if it is absent; Debian)
	@cd cluster && $(GO) mod tidy -diff && $(GO) vet ./... && \
	WGFFT_REQUIRE_MPI=1 $(GO) test $(QUICK) -timeout 20m ./...

test-nocgo: ## run the front door's tests without cgo, where the CPU engine is all there is
	@CGO_ENABLED=0 WGFFT_REQUIRE_ADAPTER= $(TESTS) -short . ./device
	CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/wgfft

# The systems that test-builds builds the library for without cgo.
BUILDS = linux/386 linux/arm linux/arm64 js/wasm windows/amd64 darwin/arm64

test-builds: ## build and vet the library for other systems, without cgo
	@for system in $(BUILDS); do \
		echo "$$system"; export CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/}; \
		$(GO) build ./... || exit 1; \
		case $$GOARCH in 386 | arm) $(GO) vet $(NARROW) ;; *) $(GO) vet ./... ;; esac || exit 1; \
	done
	@for system in $(BUILDS27); do \
		export CGO_ENABLED=1 GOOS=$${system%%/*} CC=$${system##*/}; \
		export GOARCH=$${system#*/}; GOARCH=$${GOARCH%/*}; \
		command -v $$CC >/dev/null || { echo "$$GOOS/$$GOARCH with wgpu27: not built, no $$CC"; continue; }; \
		echo "$$GOOS/$$GOARCH with wgpu27"; $(GO) build -tags wgpu27 -o /dev/null ./cmd/wgfft || exit 1; \
	done

# The systems that test-builds builds with wgpu-native 27, each with its C compiler. It skips systems whose compiler is
# not installed (Debian: gcc-aarch64-linux-gnu, gcc-mingw-w64-x86-64).
BUILDS27 = linux/arm64/aarch64-linux-gnu-gcc windows/amd64/x86_64-w64-mingw32-gcc

test-narrow: ## run the tests of the packages that compute, with an int of 32 bits (Linux on amd64 runs them)
	@CGO_ENABLED=0 GOARCH=386 $(TESTS) -short -timeout 60m $(NARROW)

# The tests of double precision on the CPU engine. make test runs them for the amd64 processors that it can imitate.
EXACT = ^TestDoublePowers|^TestDoubleComplex|^TestTurned

test-processors: ## run the CPU engine without assembly, and for arm64 by emulation (qemu is installed if absent)
	CGO_ENABLED=0 $(GO) test -tags purego -run '$(EXACT)' -timeout 60m ./internal/cpu
	@command -v qemu-aarch64-static >/dev/null || .ci/apt qemu-user-static
	CGO_ENABLED=0 GOARCH=arm64 $(GO) test -exec qemu-aarch64-static -run '$(EXACT)' -timeout 2h ./internal/cpu

# The packages whose tests compile where an int has 32 bits.
NARROW = ./wgsl ./plan ./hier ./realdct ./internal/choose ./internal/cpu ./internal/memory ./internal/wisdom

lint: ## gofmt, line length, doc comments, go vet, staticcheck
	.ci/lint

golden: ## write the golden files again; look at the difference before you commit it
	@test -n "$(GOLDEN)" || { echo "golden: no test takes -update" >&2; exit 1; }
	$(GO) test $(GOLDEN) -update

web: ## build the library for web pages and serve its example on http://localhost:8080
	$(GO) run ./web/serve

vulkan:
	@.ci/vulkan

chromium:
	@.ci/chromium

mpi:
	@.ci/mpi
