import Glibc

/// Calls back from C into Swift: the only place that asserts that a C callback runs on the loop.
///
/// The owner stays alive until `body` has returned, even if `body` releases it. The owner must therefore not
/// be the registration of a descriptor itself, which would then be removed too late: see `IOWatch`.
///
/// - Parameters:
///   - userdata: The pointer that C received from `Unmanaged.passUnretained(owner).toOpaque()`.
///   - body: The function to call with the owner.
/// - Returns: The result of `body`.
public nonisolated func back<Owner: AnyObject, Answer: Sendable>(
    to userdata: UnsafeMutableRawPointer?, _ body: @MainActor (Owner) -> Answer
) -> Answer {
    nonisolated(unsafe) let userdata = userdata
    return MainActor.assumeIsolated { body(owner(userdata)) }
}

/// Calls back from C into Swift with a value from C, such as a pointer, which is valid until `body` returns.
///
/// - Parameters:
///   - userdata: The pointer that C received from `Unmanaged.passUnretained(owner).toOpaque()`.
///   - passed: The value from C.
///   - body: The function to call with both.
/// - Returns: The result of `body`.
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
