import CSystemd
import Glibc

/// A failed system call, such as `open /x: Permission denied`.
public nonisolated struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The name of the call, such as `"connect"`.
    public let call: String
    /// The error number of the failure, an `errno`; positive.
    public let code: CInt
    /// The object of the call, such as a path; `nil` when the call alone says enough.
    public let detail: String?

    /// Creates an error from its parts.
    public init(call: String, code: CInt, detail: String? = nil) {
        self.call = call
        self.code = code
        self.detail = detail
    }

    /// Returns an error with the current `errno`; call it directly after the failed call.
    public static func last(_ call: String, _ detail: String? = nil) -> SystemError {
        SystemError(call: call, code: errno, detail: detail)
    }

    /// The call, its object, and the error message of errno(3).
    public var description: String {
        let subject = detail.map { "\(call) \($0)" } ?? call
        guard let reason = strerrordesc_np(code) else { return "\(subject): error \(code)" }
        return "\(subject): \(String(cString: reason))"
    }
}

/// Returns the result of a libsystemd function; throws if the result is a negative `errno`.
@discardableResult
nonisolated func check(_ call: String, _ result: CInt, _ detail: String? = nil) throws(SystemError) -> CInt {
    guard result >= 0 else { throw SystemError(call: call, code: -result, detail: detail) }
    return result
}

/// Returns the result of a libc function; throws if the result is -1, with the error in `errno`.
@discardableResult
nonisolated func checked(
    _ call: String, _ result: CInt, _ detail: @autoclosure () -> String? = nil
) throws(SystemError) -> CInt {
    guard result < 0 else { return result }
    // Making the text may change `errno`.
    let code = errno
    throw SystemError(call: call, code: code, detail: detail())
}
