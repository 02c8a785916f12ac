# The most important targets are `run` and `test`; `make help` prints the lines that begin with "make".
#
#   make run                 builds almanac and runs it on bundled real data; Ctrl-C ends it
#   make test                runs lint, debug and release builds, and all tests, including those in a real systemd; VERBOSE=1: with all output
#   make check               runs lint, a build and the unit tests of what has changed, or of FILES=: the daily loop
#   make torture MINUTES=60  runs the long tests: kills, crashes, failing system calls, memory, hostile peers
#   make install DESTDIR=    installs programs, units, definitions and manuals below DESTDIR
#   make deb                 builds the Debian packages almanac and almanac-definitions in .build/deb, and one with debug symbols
#   make definitions         builds only almanac-definitions in .build/definitions, without the programs
#   make repository          builds the packages and a signed repository for apt in .build/repository; KEY= a fingerprint of gpg, URL= its address: for others
#   make bench NAME=store    runs one benchmark; its goals are its last lines
#   make reference           builds the programs that costs are ratios to, and compares the present ones with them in one table
#   make sanitize            runs all unit tests with the address, thread and undefined-behaviour sanitizers
#   make coverage            prints which lines unit tests and simulations reach, and each throw and catch that they do not reach
#   make fuzz MINUTES=10     fuzzes every parser with libFuzzer, for that long each; NAME=json: only one
#   make fuzz-web            sends 10,000,000 mutated requests to the web interface; COUNT=, SEED=: others
#   make graphs              runs a million random graphs of publishers; COUNT=, SEED=: others
#   make simulate            runs the daemon in simulated time for 1,000 seeds; SEEDS=, SEED=, DAYS=: others; WARNINGS=yes: months of warnings
#   make recording           updates the commands with their output and the picture in the README
#   make pages               opens all pages of the web interface in Chromium and checks them, also with axe-core
#   make kills               kills the daemon or the web interface 1,000 times under an open page; KILLS=: others
#   make peers               runs clients in other languages, the package in Debian 13 and sid, the repository, a real Home Assistant, which is installed below .build/roots (2 GB), and tests for arm64, which a Debian sid there compiles (5 GB)
#   make findings            checks that what surprised us in outside software still holds; takes packages from their archives
#   make first               measures the time from a clone to the first change shown
#   make clean               removes everything that was built

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help browser check findings peers pages kills run test parts torture lint debug whole loop others release roots system install install-definitions deb definitions repository installed bench reference sanitize coverage fuzz fuzz-web requests graphs simulator simulate simulation first recording stage \
	clean packages-run packages-test packages-deb packages-definitions packages-repository

prefix := /usr
unitdir := $(prefix)/lib/systemd/system
userunitdir := $(prefix)/lib/systemd/user
build := .build
# These linker options shorten the start of a program: relocations are packed, no symbols are exported, and the C++ library
# of the static Swift runtime is static, too: the dynamic one has 1 MB of symbols for the few functions that are called.
# Closures that are isolated to the main actor do not check that on each call, as they do in debug builds and all tests.
linking := $(addprefix -Xlinker ,-z pack-relative-relocs --no-export-dynamic --icf=safe)
runtime := -use-ld=lld -L$(CURDIR)/$(build)/static -Xclang-linker -static-libgcc
static := --static-swift-stdlib -Xswiftc -disable-dynamic-actor-isolation $(linking) $(addprefix -Xswiftc ,$(runtime))
stage := $(build)/stage

needed := libsystemd-dev libcurl4-openssl-dev libmicrohttpd-dev libmosquitto-dev libsqlite3-dev libxml2-dev libxxhash-dev zlib1g-dev pkg-config
tested := $(needed) brotli curl dbus debootstrap iproute2 jq man-db mandoc netcat-openbsd openssl python3-venv shellcheck \
	socat strace systemd systemd-container zsh fish
packaging := build-essential debhelper lintian
packed := $(needed) $(packaging)
published := apt-utils gpg gpg-agent

help:
	@sed -n 's/^#   //p' Makefile

# Installs those of the packages $(1) that are missing; asks first, unless root runs it.
define packages
	@missing=$$(for package in $(1); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo -n " $$package"; \
	done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	echo "missing packages: $$sudo apt-get install$$missing"; \
	if [ -n "$$sudo" ]; then read -rp 'Install them? [y/N] ' answer && [ "$$answer" = y ]; fi && \
	{ $$sudo apt-get install -y --no-install-recommends $$missing >/dev/null || \
		{ $$sudo apt-get update -q && $$sudo apt-get install -y --no-install-recommends $$missing; }; }
endef

packages-run:
	$(call packages,$(needed))

packages-test:
	$(call packages,$(tested) $(packed) $(published))

packages-deb:
	$(call packages,$(packed))

packages-definitions:
	$(call packages,$(packaging))

packages-repository:
	$(call packages,$(published))

# The fastest build of the programs: whole modules, not optimised, without an index and debug information. It takes
# half the time of a debug build.
quick := swift build --scratch-path $(build)/run -c release -Xswiftc -Onone -debug-info-format none

run: packages-run
	$(quick) --product almanacd
	$(quick) --product almanac
	$(quick) --product almanac-web
	@etc/demo/run "$$($(quick) --show-bin-path)"

test: packages-test
	@rm -rf $(build)/log
	@$(MAKE) --no-print-directory parts && echo 'all parts have passed'

check: packages-test
	@Tests/check $(FILES)

# A part of the tests: one line, and the failures in full. The builds are parts of their own.
builds := $(if $(WHOLE),whole,debug release simulator)
part-%:
	@Tests/part $* $(MAKE) --no-print-directory -s $(if $(filter lint $(builds),$*),,$(addprefix -o ,$(builds))) \
		$(if $(filter installed,$*),-o deb) $*

# First the build of the tests, and beside it what waits for a network. Then two parts at a time, in this order: other
# builds, for which most others wait, beside what has one thread (loop), then what waits for other programs (browser)
# beside what computes. The tests in a real systemd, which have limits of time, run alone, three at a time: even a
# simulation that only takes the time that they leave (SCHED_IDLE) makes starts of services too slow.
parts:
	@$(MAKE) --no-print-directory -j3 part-lint part-roots part-$(firstword $(builds))
	@$(MAKE) --no-print-directory -j2 lock=--ignore-lock \
		$(addprefix part-,$(wordlist 2,3,$(builds)) loop others simulation browser requests deb installed)
	@$(MAKE) --no-print-directory part-system

ifndef WHOLE
part-simulator part-browser part-requests part-deb: part-release
part-simulation: part-simulator
endif
part-installed: part-deb

lint:
	Tests/Lint/run

# The programs that only tests need. A test that lacks one is skipped, and says why.
roots:
	for root in prometheus proxies broker redis kafka nats sshd sid http2 debian12 debian13; do Tests/System/roots $$root || true; done
	Tests/Browser/roots browser || true

# With WHOLE=yes, as in CI, one build makes the programs and the tests: from nothing, it takes less time than two, and the
# tests of the daemon half as much, because its modules are optimised. It has the checks of a debug build. Swift Testing
# has no static library: what is released is linked once more, as a release is.
imports := --explicit-target-dependency-import-check error
programs := almanacd almanac almanac-web almanac-mqtt
# The last flag: one compiler reads a module, instead of a second one for its interface alone.
flags := -DDEBUG -gline-tables-only -use-ld=lld -no-emit-module-separately-wmo

ifdef WHOLE
debug release simulator: whole
else
debug:
	swift build --build-tests $(imports)
endif

whole: $(build)/static/libstdc++.a
	ALMANAC_WHOLE=1 swift build -c release --build-tests $(imports) $(addprefix -Xswiftc ,$(flags))
	for program in $(programs) simulate; do \
		swiftc -emit-executable -static-stdlib $(runtime) $(linking) -Xlinker --gc-sections \
			-Xlinker --defsym -Xlinker main=$${program//-/_}_main -o $(build)/release/$$program \
			@$(build)/release/$$program.product/Objects.LinkFileList || exit; \
	done
	Tests/Lint/programs $(addprefix $(build)/release/,$(programs))

# The program that `swift test` builds and runs: two `swift test` at a time would share a build folder.
tests := NO_COLOR=1 $(build)/$(if $(WHOLE),release,debug)/almanacPackageTests.xctest --testing-library swift-testing
loop := ^(DaemonTests|AlmanacTests|AlmanacClientTests)\.

# The tests of the daemon and the programs, which run on one thread.
loop: debug
	$(tests) --filter '$(loop)'

others: debug
	$(tests) --skip '$(loop)'

# The archive alone: of a folder that has the shared library too, the linker takes that one.
$(build)/static/libstdc++.a:
	mkdir -p $(@D)
	ln -sfn "$$(clang -print-file-name=libstdc++.a)" $@

ifndef WHOLE
release simulator: $(build)/static/libstdc++.a

release:
	for program in $(programs); do swift build $(lock) -c release $(static) --product $$program || exit; done
	swift build $(lock) -c release $(static) $(imports) --product bench
	Tests/Lint/programs $(addprefix $(build)/release/,$(programs))

simulator:
	swift build $(lock) -c release $(static) $(imports) --product simulate
endif

stage: release
	rm -rf $(stage)
	$(MAKE) --no-print-directory -o release install DESTDIR=$(stage)

system: stage
	PACKAGE=$$(ls $(build)/deb/almanac_*.deb 2>/dev/null) \
		DEFINITIONS=$$(ls $(build)/deb/almanac-definitions_*.deb 2>/dev/null) Tests/System/run $(stage)

# Exits with status 77 if containers are not available.
MINUTES := 60
torture: packages-test stage
	Tests/System/torture $(stage) $(MINUTES)

# Exits with status 77 if Chromium cannot be downloaded.
pages: packages-test release
	Tests/Browser/pages $(build)/release

# The same.
KILLS := 1000
kills: packages-test release
	Tests/Browser/live $(build)/release --only kills --kills $(KILLS)

# The packages that are installed together, in this order.
debs := $(build)/deb/almanac_*.deb $(build)/deb/almanac-definitions_*.deb

# The packages in a Debian 13, and the repository: their roots are made once, and then this takes less than a minute.
installed: deb
	Tests/Peers/debian 13 $(debs) || { (($$? == 77)) && echo 'skipped: a Debian 13'; }
	Tests/Peers/repository $(debs) || { (($$? == 77)) && echo 'skipped: the repository'; }

# Exits with status 77 if Home Assistant, mosquitto or Chromium cannot be downloaded.
peers: packages-test release deb installed
	Tests/Peers/clients $(build)/release || (($$? == 77))
	Tests/Peers/services $(build)/release || (($$? == 77))
	Tests/Peers/databases $(build)/release || (($$? == 77))
	Tests/Peers/debian sid $(debs) || (($$? == 77))
	Tests/Peers/homeassistant $(build)/release $(build)/homeassistant.png || (($$? == 77))
	Tests/Peers/arm64 || (($$? == 77))

# A short form of both, and the other checks of live pages.
browser: release
	Tests/Browser/run $(build)/release

# A definition that became an example would otherwise stay from an earlier installation, and win.
install-definitions: available := $(DESTDIR)$(prefix)/lib/almanac/sources.d
install-definitions:
	install -D -m 644 -t $(available) etc/sources.d/*.source
	install -D -m 644 -t $(available)/examples etc/sources.d/examples/*.source
	for file in etc/sources.d/examples/*.source; do rm -f "$(available)/$${file##*/}"; done
	mkdir -p $(DESTDIR)$(prefix)/share/doc/almanac-definitions
	ln -sfn ../../../lib/almanac/sources.d/examples $(DESTDIR)$(prefix)/share/doc/almanac-definitions/examples

install: release install-definitions
	install -D -t $(DESTDIR)$(prefix)/bin $(build)/release/almanacd $(build)/release/almanac $(build)/release/almanac-web \
		$(build)/release/almanac-mqtt
	install -D -m 644 -t $(DESTDIR)$(unitdir) systemd/*.service systemd/*.socket
	install -D -m 644 -t $(DESTDIR)$(userunitdir) systemd/user/*.service systemd/user/*.socket
	install -D -t $(DESTDIR)$(prefix)/lib/systemd/system-generators systemd/almanac-generator
	install -D -t $(DESTDIR)$(prefix)/lib/systemd/user-generators systemd/almanac-generator
	install -D -m 644 systemd/almanac.sysusers $(DESTDIR)$(prefix)/lib/sysusers.d/almanac.conf
	install -D -m 644 systemd/almanac.tmpfiles $(DESTDIR)$(prefix)/lib/tmpfiles.d/almanac.conf
	install -D -m 644 -t $(DESTDIR)$(prefix)/lib/systemd/catalog systemd/almanac.catalog
	install -D -m 644 -t $(DESTDIR)$(prefix)/lib/systemd/system-preset systemd/50-almanac.preset
	install -D -m 644 -t $(DESTDIR)$(prefix)/lib/systemd/user-preset systemd/user/50-almanac.preset
	install -D -m 644 -t $(DESTDIR)$(prefix)/lib/almanac etc/stations.tsv etc/runways.tsv
	install -D -m 644 -t $(DESTDIR)$(prefix)/lib/almanac/web etc/web/*.*
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/doc/almanac etc/io.almanac.varlink
	install -D -t $(DESTDIR)$(prefix)/share/doc/almanac/examples etc/examples/*
	[ -e $(DESTDIR)/etc/almanac/almanac.conf ] || install -D -m 644 -t $(DESTDIR)/etc/almanac etc/almanac.conf
	for page in etc/man/*.[1-8]; do \
		install -D -m 644 -t $(DESTDIR)$(prefix)/share/man/man$${page##*.} $$page; \
	done
	etc/man/make-io.almanac etc/io.almanac.varlink > $(DESTDIR)$(prefix)/share/man/man7/io.almanac.7
	install -D -m 644 etc/completions/almanac.bash $(DESTDIR)$(prefix)/share/bash-completion/completions/almanac
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/zsh/vendor-completions etc/completions/_almanac
	install -D -m 644 -t $(DESTDIR)$(prefix)/share/fish/vendor_completions.d etc/completions/almanac.fish

# debhelper enables the units and creates the user and the folders, so its files are moved out of the stage.
deb: packages-deb release
	rm -rf $(build)/deb
	mkdir -p $(build)/deb/almanac
	cp -r etc/debian $(build)/deb/almanac/debian
	$(MAKE) --no-print-directory -o release install DESTDIR=$(CURDIR)/$(build)/deb/almanac/stage
	cd $(build)/deb/almanac && rm -r stage$(prefix)/lib/sysusers.d stage$(prefix)/lib/tmpfiles.d \
		stage$(prefix)/lib/systemd/*-preset && mkdir -p stage/lib/systemd && \
		mv stage$(unitdir) stage/lib/systemd/
	cp systemd/almanac.sysusers systemd/almanac.tmpfiles $(build)/deb/almanac/debian/
	cd $(build)/deb/almanac && env -u MAKEFLAGS dpkg-buildpackage -b -us -uc
	lintian --fail-on error --allow-root $(debs)
	@echo "to install them: sudo apt install $$(printf './%s ' $(debs))"

# The definitions change without the programs: their package needs no build.
definitions: packages-definitions
	rm -rf $(build)/definitions
	mkdir -p $(build)/definitions/almanac
	cp -r etc/debian $(build)/definitions/almanac/debian
	$(MAKE) --no-print-directory install-definitions DESTDIR=$(CURDIR)/$(build)/definitions/almanac/stage
	cd $(build)/definitions/almanac && env -u MAKEFLAGS dpkg-buildpackage -A -us -uc
	lintian --fail-on error --allow-root $(build)/definitions/almanac-definitions_*.deb

# Without KEY=, the key is made for trials: it has no passphrase.
repository: packages-repository deb
	KEY='$(KEY)' URL='$(URL)' etc/make-repository $(build)/repository $(build)/deb/almanac*.deb
	@echo "to install almanac from it: the commands in the README; others need the folder $(build)/repository at a URL="

bench: release
	$(build)/release/bench $(NAME)

# The benchmarks of the programs in one table, before and now. Exits with status 77 if the clone lacks the commit of the
# reference.
compared := job web scale
reference: packages-test release
	reference=$$(Tests/Bench/reference $(build)/release/bench) || exit $$?; \
		$$reference all --output $(build)/reference.tsv $(compared); \
		$(build)/release/bench all --against $(build)/reference.tsv $(compared)

# One seed alone is reduced to a short script if it fails.
simulate: packages-test simulator
	nice $(build)/release/simulate $(if $(SEED),--seed $(SEED)) $(if $(SEEDS),--seeds $(SEEDS),$(if $(SEED),,--seeds 1000)) \
		$(if $(DAYS),--hours $$(( 24 * $(DAYS) ))) $(if $(WARNINGS),--warnings)

# The short simulations of `make test`: the seeds 1 to 50, months of warnings, whether a stream spares requests, faults
# found before, whether a run repeats exactly, and years of upstreams that lie.
simulation: simulator
	$(build)/release/simulate --seeds 50
	$(build)/release/simulate --warnings --seeds 4
	$(build)/release/simulate --warnings --twins 2 --hours 48
	$(build)/release/simulate --found Tests/Simulation/Found
	$(build)/release/simulate --repeats 3
	$(build)/release/simulate --lies 2

# Each sanitizer has its own build folder: .build/address, .build/thread, .build/undefined.
sanitize: packages-test
	Tests/Sanitizers/run

# Exits with status 77 if the toolchain lacks llvm-cov.
coverage: packages-test
	Tests/Coverage/run

# What the fuzzers find is stored in .build/fuzz/TARGET. Exits with status 77 if the toolchain has no libFuzzer.
fuzz: MINUTES := 10
fuzz: packages-test
	Tests/Fuzz/run $(MINUTES) $(NAME)

# One after the other: each is a script of its own, without almanac.
findings:
	@status=0; for finding in findings/*.sh; do echo "== $$finding"; $$finding || status=1; done; exit $$status

# Sends mutated requests to the web interface of the demo; `make test` sends some of them.
requests: release
	Tests/Fuzz/requests $(build)/release 50000

fuzz-web: COUNT := 10000000
fuzz-web: release
	Tests/Fuzz/requests $(build)/release $(COUNT) $(SEED)

# The test prints a failing graph as Swift source, reduced to what is necessary.
graphs: COUNT := 1000000
graphs: SEED := 1
graphs:
	swift build --build-tests
	ALMANAC_GRAPHS=$(COUNT) ALMANAC_SEED=$(SEED) nice swift test --skip-build --disable-xctest --filter FuzzTests

# Replaces the block between the recording markers of the README with the current output, and its picture. Without
# a browser, the picture stays as it is.
recording: packages-test stage
	Tests/System/box --bind-ro $(CURDIR):/project --bind-ro $(CURDIR)/Tests/System:/tests \
		--bind-ro $(CURDIR)/$(stage):/stage etc/demo/record > $(build)/recording
	sed -i -e '/^<!-- recording -->/,/^<!-- end/{//!d}' -e '/^<!-- recording -->/r $(build)/recording' README.md
	Tests/Browser/record $(stage)/usr/bin etc/pictures || (($$? == 77))

first: packages-run
	etc/demo/first

clean:
	rm -rf $(build) .run
