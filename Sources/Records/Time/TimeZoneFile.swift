/// The offsets of local time from UTC in a time zone, from a compiled file of the tz database.
///
/// Source: RFC 9636, TZif, versions 1 to 4.
public struct TimeZoneFile: Hashable, Sendable {
    /// The local time of a period: its offset and its name.
    struct LocalTime: Hashable {
        /// The offset from UTC, in seconds; positive east of Greenwich.
        let secondsEast: Int
        /// The abbreviation, such as `CET` or `-03`.
        let abbreviation: String
    }

    /// The moments at which local time changes, in seconds since 1970, ascending.
    let transitions: [Int64]
    /// The index of the local time that begins at each transition.
    let indices: [UInt8]
    /// The local times; the first one is that before the first transition. Never empty.
    let localTimes: [LocalTime]
    /// The rule for moments after the last transition; `nil` if the last local time remains.
    let rule: TimeZoneRule?

    /// Reads a file.
    ///
    /// - Parameter bytes: The whole content of the file; bytes after its end are ignored.
    /// - Throws: An error if this is no TZif file, if it is incomplete or contradicts itself, or if it counts
    ///   leap seconds, which `UTC` does not.
    public init(_ bytes: [UInt8]) throws(TimeZoneError) {
        var reader = TimeZoneFileReader(bytes)
        self = try reader.read()
    }

    init(transitions: [Int64], indices: [UInt8], localTimes: [LocalTime], rule: TimeZoneRule?) {
        self.transitions = transitions
        self.indices = indices
        self.localTimes = localTimes
        self.rule = rule
    }

    /// Creates a zone that follows one rule for all time.
    ///
    /// - Parameter text: The rule in the form of `TZ`, such as `EST5EDT,M3.2.0,M11.1.0`.
    /// - Throws: An error if the rule is malformed.
    package init(rule text: String) throws(TimeZoneError) {
        let rule = try TimeZoneRule(Array(text.utf8)[...])
        self.init(transitions: [], indices: [], localTimes: [rule.standard], rule: rule)
    }

    /// Returns the moment at which a clock of the zone shows a time, given as if it were in UTC.
    ///
    /// A time that it shows twice means the first moment; one that it skips is read with the offset before
    /// (RFC 5545, 3.3.5).
    package func moment(of wall: UTC) -> UTC {
        let day = Duration.seconds(86_400)
        let before = Duration.seconds(offset(at: wall - day))
        let after = Duration.seconds(offset(at: wall + day))
        let isBefore = Duration.seconds(offset(at: wall - before)) == before
        let isAfter = Duration.seconds(offset(at: wall - after)) == after
        return !isBefore && isAfter ? wall - after : wall - before
    }

    /// Returns the offset of local time from UTC at a moment, in seconds; positive east of Greenwich.
    ///
    /// - Complexity: O(log n) in the number of transitions.
    public func offset(at moment: UTC) -> Int { localTime(at: moment).secondsEast }

    /// Returns the abbreviation of local time at a moment, such as `CEST` or `-03`.
    public func abbreviation(at moment: UTC) -> String { localTime(at: moment).abbreviation }

    private func localTime(at moment: UTC) -> LocalTime {
        let seconds = moment.seconds
        let count = passed(at: seconds)
        // Without transitions, the rule counts for all time (RFC 9636, 3.3).
        if count == transitions.count, let rule { return rule.localTime(at: seconds) }
        return localTimes[count == 0 ? 0 : Int(indices[count - 1])]
    }

    /// Returns the number of transitions at or before a moment.
    private func passed(at seconds: Int64) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
