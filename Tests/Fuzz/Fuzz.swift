import Glibc

/// The target that the environment variable `FUZZ_TARGET` names.
private let target = FuzzTarget.selected

/// Runs one input of libFuzzer; a broken rule ends the process, which libFuzzer reports as a finding.
@_cdecl("LLVMFuzzerTestOneInput")
nonisolated public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(UnsafeBufferPointer(start: start, count: count))
    MainActor.assumeIsolated { target.run(input) }
    return 0
}

/// Ends the process when a rule that holds for every input is broken.
nonisolated func require(_ isKept: Bool, _ rule: @autoclosure () -> String) {
    // Unlike `precondition`, it prints the message in release builds too.
    if !isKept { fatalError(rule()) }
}
