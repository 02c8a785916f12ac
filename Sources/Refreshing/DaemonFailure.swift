package import Records

/// A failure of the daemon itself.
///
/// Source: io.almanac.varlink, type DaemonFailure.
package nonisolated struct DaemonFailure: Hashable, Sendable {
    /// A description of the failure: what cannot be done, and why.
    package let message: String
    /// The time of the first failed attempt since the last one that succeeded.
    package let since: UTC

    /// Creates a failure from its parts.
    package init(_ message: String, since: UTC) {
        self.message = message
        self.since = since
    }

    /// The failure as the interface sends it.
    package var json: JSON { ["message": .string(message), "sinceUSec": .int(since.microseconds)] }
}
