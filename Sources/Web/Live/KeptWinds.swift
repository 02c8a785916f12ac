import AlmanacValues
import Records

/// The nearest winds aloft of airports, each for a minute.
///
/// They are forgotten with any change of a source of winds, which may come nearer than the nearest.
final class KeptWinds {
    private static let mostAirports = 64

    /// The number of times that all were forgotten.
    private var times = 0
    private var airports: [String: (minute: Int64, winds: Neighbor?)] = [:]

    /// Returns the winds of an airport; `nil` if they are not kept, or not for this minute.
    func winds(of airport: String, minute: Int64) -> Neighbor?? {
        airports[airport].flatMap { $0.minute == minute ? .some($0.winds) : nil }
    }

    /// Begins to look for the winds of an airport.
    ///
    /// - Returns: A function that keeps what was found, unless all were forgotten meanwhile.
    func begin(_ airport: String, minute: Int64) -> (Neighbor?) -> Void {
        if airports.count >= KeptWinds.mostAirports { airports = [:] }
        let times = times
        return { [weak self] winds in
            guard let self, times == self.times else { return }
            airports[airport] = (minute, winds)
        }
    }

    /// Takes note of an event of a source of a kind; `nil` if the kind is unknown.
    func note(_ event: Event, kind: String?) {
        if kind == nil || kind == "winds" { forgetAll() }
    }

    /// Drops all winds, because changes were missed.
    func forgetAll() {
        airports = [:]
        times += 1
    }
}
