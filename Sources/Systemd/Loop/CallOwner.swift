import Glibc

/// Calls a function with the Swift object that a C callback belongs to.
///
/// Only this function and the next one assert that a C callback runs on the loop.
///
/// The owner stays alive until `body` has returned, even if `body` releases it. The owner must therefore not
/// be the registration of a descriptor itself, which would then be removed too late: see `IOWatch`.
///
/// - Parameters:
///   - userdata: The pointer that C received from `Unmanaged.passUnretained(owner).toOpaque()`.
///   - body: The function to call with the owner.
/// - Returns: The result of `body`.
public nonisolated func callOwner<Owner: AnyObject, Answer: Sendable>(
    of userdata: UnsafeMutableRawPointer?, _ body: @MainActor (Owner) -> Answer
) -> Answer {
    // `assumeIsolated` demands Sendable values even though it calls `body` on this thread.
    nonisolated(unsafe) let userdata = userdata
    return MainActor.assumeIsolated { body(owner(userdata)) }
}

/// Calls a function with the Swift object that a C callback belongs to and a value from C, such as a pointer,
/// which is valid until `body` returns.
///
/// - Parameters:
///   - userdata: The pointer that C received from `Unmanaged.passUnretained(owner).toOpaque()`.
///   - passed: The value from C.
///   - body: The function to call with both.
/// - Returns: The result of `body`.
public nonisolated func callOwner<Owner: AnyObject, Passed, Answer: Sendable>(
    of userdata: UnsafeMutableRawPointer?, with passed: Passed, _ body: @MainActor (Owner, Passed) -> Answer
) -> Answer {
    // `assumeIsolated` demands Sendable values even though it calls `body` on this thread.
    nonisolated(unsafe) let userdata = userdata
    nonisolated(unsafe) let passed = passed
    return MainActor.assumeIsolated { body(owner(userdata), passed) }
}

private nonisolated func owner<Owner: AnyObject>(_ userdata: UnsafeMutableRawPointer?) -> Owner {
    guard let userdata else { preconditionFailure("a C callback without its owner") }
    return Unmanaged<Owner>.fromOpaque(userdata).takeUnretainedValue()
}
