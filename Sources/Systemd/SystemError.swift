import CSystemd
import Glibc

/// A call to the system that failed: `open /x: Permission denied`.
public nonisolated struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The call, such as `"connect"`.
    public let call: String
    /// Why it failed, an `errno`; positive.
    public let code: CInt
    /// What it was about, such as a path; `nil` when the call says it all.
    public let detail: String?

    /// Makes an error of its parts.
    public init(call: String, code: CInt, detail: String? = nil) {
        (self.call, self.code, self.detail) = (call, code, detail)
    }

    /// The failure that `errno` tells of; ask right after the call, nothing may come between.
    public static func last(_ call: String, _ detail: String? = nil) -> SystemError {
        SystemError(call: call, code: errno, detail: detail)
    }

    /// What was called, about what, and why it failed, as errno(3) names it.
    public var description: String {
        let subject = detail.map { "\(call) \($0)" } ?? call
        guard let reason = strerrordesc_np(code) else { return "\(subject): error \(code)" }
        return "\(subject): \(String(cString: reason))"
    }
}

/// Hands on what a function of libsystemd answered, which is a negative `errno` when it failed.
@discardableResult
nonisolated func check(_ call: String, _ result: CInt, _ detail: String? = nil) throws(SystemError) -> CInt {
    guard result >= 0 else { throw SystemError(call: call, code: -result, detail: detail) }
    return result
}

/// Hands on what a function of libc answered, which is -1 with `errno` set when it failed.
@discardableResult
nonisolated func checked(_ call: String, _ result: CInt, _ detail: String? = nil) throws(SystemError) -> CInt
{
    guard result >= 0 else { throw .last(call, detail) }
    return result
}
