# almanac: two commands do all. `make run` shows it, `make test` proves it.
.PHONY: test

test:
	swift format lint --strict -r .
	swift build --explicit-target-dependency-import-check error --build-tests
	swift test --disable-xctest --skip-build
