import Glibc

/// The way back from C to Swift: the only place that says that a C callback runs on the loop.
///
/// The owner stays alive until `body` has returned, also when `body` lets go of it.
///
/// - Parameters:
///   - userdata: What `Unmanaged.passUnretained(owner).toOpaque()` gave to C.
///   - body: What to do with the owner.
/// - Returns: What `body` does.
public nonisolated func back<Owner: AnyObject, Answer: Sendable>(
    to userdata: UnsafeMutableRawPointer?, _ body: @MainActor (Owner) -> Answer
) -> Answer {
    nonisolated(unsafe) let userdata = userdata
    return MainActor.assumeIsolated { body(owner(userdata)) }
}

/// The same with something that C hands over, such as a pointer, which is good until `body` returns.
///
/// - Parameters:
///   - userdata: What `Unmanaged.passUnretained(owner).toOpaque()` gave to C.
///   - passed: What C handed over.
///   - body: What to do with both.
/// - Returns: What `body` does.
public nonisolated func back<Owner: AnyObject, Passed, Answer: Sendable>(
    to userdata: UnsafeMutableRawPointer?, with passed: Passed, _ body: @MainActor (Owner, Passed) -> Answer
) -> Answer {
    nonisolated(unsafe) let userdata = userdata
    nonisolated(unsafe) let passed = passed
    return MainActor.assumeIsolated { body(owner(userdata), passed) }
}

private nonisolated func owner<Owner: AnyObject>(_ userdata: UnsafeMutableRawPointer?) -> Owner {
    guard let userdata else { preconditionFailure("a C callback without its owner") }
    return Unmanaged<Owner>.fromOpaque(userdata).takeUnretainedValue()
}
