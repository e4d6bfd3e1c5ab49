# SPDX-License-Identifier: Apache-2.0
# What the Makefiles of the daemons and of their library share. They set FOLDERS (those with C
# sources) and CHECKS, CHECKS_FULL (the steps of a check), and include this.
BUILD ?= build
# Meson has to run with the distribution's Python.
PYTHON := /usr/bin/python3
MESON := $(PYTHON) /usr/bin/meson
DAEMON := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SANITIZE := -Db_sanitize=address,undefined -Db_lundef=false
C_FILES = $(wildcard $(addsuffix *.[ch],./ $(addsuffix /,$(FOLDERS)) bench/ fuzz/ tests/unit/))
# Seconds of fuzzing for each target: in check, and in check-full.
FUZZ_SECONDS ?= 12
FUZZ_SECONDS_FULL ?= 60
export ASAN_OPTIONS := detect_leaks=1:abort_on_error=0
export UBSAN_OPTIONS := halt_on_error=1:print_stacktrace=1

.DEFAULT_GOAL := all
.PHONY: all help check check-full $(CHECKS_FULL:%=check-%) cross format clean needs-root

all: $(BUILD)/build.ninja
	flock $(BUILD)/lock ninja -C $(BUILD) $(if $(V),-v)

needs-root:
	@[ "$$(id -u)" = 0 ] || { echo "$(notdir $(CURDIR)): this needs root" >&2; exit 1; }

# Both run one step after the other and print what each took.
check:
	@$(DAEMON)/tests/run-steps $(CHECKS)

check-full:
	@FUZZ_SECONDS=$(FUZZ_SECONDS_FULL) $(DAEMON)/tests/run-steps $(CHECKS_FULL)

$(BUILD)/build.ninja:
	$(MESON) setup $(BUILD)

build-asan/build.ninja:
	$(MESON) setup $(SANITIZE) build-asan

build-tsan/build.ninja:
	$(MESON) setup -Db_sanitize=thread -Db_lundef=false build-tsan

build-fuzz/build.ninja:
	CC=clang $(MESON) setup $(SANITIZE) -Dfuzz=true build-fuzz

check-valgrind: all
	valgrind --quiet --leak-check=full --error-exitcode=1 \
		$(BUILD)/tests/unit/unit-tests

# Tests of a daemon with a controller that is made up. $(call component,PROGRAM=PATH): each has a
# network namespace of its own.
component = for test in $(COMPONENT_TESTS); do \
		$(1) PYTHONPATH=$(DAEMON)/tests/component \
			WRONG_CLOCK_LIBRARY=$(CURDIR)/build-asan/subprojects/daemon/tests/component/wrong_clock.so \
			unshare --net $(PYTHON) -B tests/component/test_$$test.py || exit 1; \
	done

# $(call fuzz,PART): fuzzes its FUZZ_TARGETS, with the seeds that are in build-fuzz/seeds. The input of
# FUZZ_MODELS is operations, so they have no goal of executions.
fuzz = for target in $(FUZZ_TARGETS); do \
		case " $(FUZZ_MODELS) " in *" $$target "*) goal="--goal 0" ;; *) goal= ;; esac; \
		$(DAEMON)/../.ci/fuzz $(1)-$$target build-fuzz/fuzz/fuzz-$$target \
			build-fuzz/seeds/$$target --seconds $(FUZZ_SECONDS) $$goal \
			--option=-max_len=12000 \
			--option=-artifact_prefix=build-fuzz/ || exit 1; \
	done

# The lab kernel, and a virtual machine with it and with the VAP driver.
DRIVER := $(DAEMON)/../vap-driver
UML ?= $(shell $(DAEMON)/../testbed/kernel/build lab)
DRIVER_BUILD = $(DRIVER)/build/$(shell cat $(UML)/build/include/config/kernel.release)-um
VM = $(DRIVER)/tests/vm --uml $(UML)/linux --module $(DRIVER_BUILD)/cloudmac_hwsim.ko \
	--tool $(DRIVER)/build/cloudmac-vap

format:
	clang-format -i $(C_FILES)

clean:
	rm -rf $(BUILD) build-*

# Everything for armhf, with Debian's libraries. For big-endian MIPS, which Debian
# no longer supports, and with musl, the C library of OpenWrt, the parts that need
# no library. The unit tests run too, those of other processors under qemu-user.
cross: cross-armhf cross-mips cross-musl

build-cross-mips/build.ninja:
	$(MESON) setup --cross-file $(DAEMON)/cross/mips.ini -Dcore_only=true build-cross-mips

build-cross-armhf/build.ninja:
	mkdir -p build-cross-armhf
	root=$$($(DAEMON)/cross/sysroot armhf) && \
		sed "s|@ROOT@|$$root|g" $(DAEMON)/cross/armhf-full.ini.in \
			>build-cross-armhf/libraries.ini
	$(MESON) setup --cross-file $(DAEMON)/cross/armhf.ini \
		--cross-file build-cross-armhf/libraries.ini build-cross-armhf

# musl-gcc finds no headers of the kernel. A folder of links lets it see these
# alone, without the headers of the other C library beside them.
build-cross-musl/build.ninja:
	mkdir -p build-cross-musl/include
	ln -sfn /usr/include/linux /usr/include/asm-generic \
		/usr/include/$$(gcc -print-multiarch)/asm build-cross-musl/include
	$(MESON) setup --native-file $(DAEMON)/cross/musl.ini -Dcore_only=true \
		-Dc_args=-idirafter$(CURDIR)/build-cross-musl/include build-cross-musl

cross-%: build-cross-%/build.ninja
	ninja -C build-cross-$*
	$(MESON) test -C build-cross-$* --print-errorlogs
