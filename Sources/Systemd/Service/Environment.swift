import Glibc

/// The environment of the process.
public nonisolated enum Environment {
    /// Returns the value of a variable; `nil` when it is not set or not UTF-8.
    public static func value(of name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }
    }
}
