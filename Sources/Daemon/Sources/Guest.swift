import Records
import Storing

/// A source that came over the socket and is gone with the daemon, or sooner when it is asked on demand only.
struct Guest {
    /// Its definition.
    let definition: Definition
    /// When it came.
    let since: UTC

    /// Whether it is asked on demand and nobody has asked for so long as its definition lets it linger.
    ///
    /// - Parameters:
    ///   - source: What runs under its name; `nil` when nothing does.
    ///   - now: The wall clock.
    /// - Returns: `false` as well while it is being asked, and when a file defines it by now.
    func isForgotten(_ source: Source?, at now: UTC) -> Bool {
        guard definition.interval == nil, let source, source.definition == definition else { return false }
        let asked = [since, source.state.fetched, source.state.failure?.at].compactMap { $0 }.max() ?? since
        return source.attempt == nil && asked + definition.linger < now
    }
}
