import MQTT
import Reactive

/// The delays between connections to a broker, and which of its failures are worth a line in the journal.
///
/// Delays grow with each failure, also with those of connections that end soon: a broker that accepts and
/// closes each connection, and two clients with the same identifier, would otherwise keep each other busy.
struct Reconnection {
    private static let shortestDelay = Duration.milliseconds(250)
    private static let longestDelay = Duration.seconds(30)
    /// The time after which a connection counts as lasting.
    private static let usualTrial = Duration.seconds(10)
    /// The same after connections that did not last: longer than the delays of another client that has the
    /// same identifier, for which some brokers close the connection without a reason.
    private static let longTrial = Duration.seconds(300)
    /// The number of different reasons that are reported before a connection lasts.
    private static let mostReasons = 8

    private var delay = Reconnection.shortestDelay
    private var reported: Set<String> = []
    /// Whether the last connection did not last.
    private var isUnsteady = false
    /// The time until a connection counts as lasting.
    private(set) var trial = Reconnection.usualTrial

    /// Records that the broker has accepted a connection.
    ///
    /// - Returns: Whether this is worth a line now, and not only if the connection lasts.
    mutating func connect() -> Bool { !isUnsteady }

    /// Records that the connection has lasted for the time of the trial.
    ///
    /// - Returns: Whether this is worth a line, because those before did not last.
    mutating func reset() -> Bool {
        defer { self = Reconnection() }
        return isUnsteady
    }

    /// Records a failure.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - wasConnected: Whether the broker had accepted the connection.
    /// - Returns: The delay before the next connection, by chance a little shorter or longer, so that many
    ///   bridges do not connect at once, and whether the reason is worth a line.
    mutating func fail(_ error: any Error, wasConnected: Bool) -> (delay: Duration, isNew: Bool) {
        // The end of a connection that lasted has reset this.
        isUnsteady = isUnsteady || wasConnected && delay > Reconnection.shortestDelay
        if isUnsteady || error as? MQTTError == .takenOver { trial = Reconnection.longTrial }
        let isNew = reported.count < Reconnection.mostReasons && reported.insert("\(error)").inserted
        defer { delay = min(delay * 2, Reconnection.longestDelay) }
        return (delay * Double.random(in: 0.75...1.25), isNew)
    }
}
