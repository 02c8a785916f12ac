public import AlmanacClient
import AlmanacValues

/// A daemon whose changes a program reads with `for try await`, without an event loop.
///
/// ```swift
/// for try await change in Almanac().changes(of: "metar@*") { print(change.kind, change.source ?? "") }
/// ```
public struct Almanac: Sendable {
    private let socket: DaemonSocket

    /// Makes a client of a daemon; by default, of the machine's or else the user's own.
    public init(_ socket: DaemonSocket = .find()) { self.socket = socket }

    /// Makes a client of the daemon with this socket.
    public init(socket path: String) { socket = DaemonSocket(path: path) }

    /// Returns the changes of records and of the health of sources, from now on or after a cursor.
    ///
    /// - Parameters:
    ///   - patterns: The sources and keys, `SOURCE[/KEY]`, where `*` matches any text and `?` one character,
    ///     or the identifier of an airport in capitals, such as `KPWM`; none for everything.
    ///   - cursor: The cursor of an earlier event, after which the changes begin.
    /// - Returns: A sequence, each iteration of which subscribes.
    public func changes(of patterns: String..., since cursor: String? = nil) -> Changes {
        let patterns = ChangePatterns(patterns)
        let options = SubscriptionOptions(patterns.selector, since: cursor)
        return Changes(socket, options: options, patterns: patterns)
    }

    /// Returns the events of a subscription with these options.
    public func changes(_ options: SubscriptionOptions) -> Changes {
        Changes(socket, options: options, patterns: ChangePatterns([]))
    }
}
