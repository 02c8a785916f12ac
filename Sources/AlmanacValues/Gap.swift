public import Records

/// The reason why nothing can be said about all records of a source.
///
/// An answer of "none", "all" or a number names the gaps of the sources that were asked.
public struct Gap: Hashable, Sendable {
    /// The possible reasons.
    public enum Reason: Hashable, Sendable {
        /// There has been no answer; with the failure, if an attempt was made.
        case noData(Failure?)
        /// The records are of an earlier answer.
        case old(Standing, from: UTC, Failure?)
        /// A number of parts of the last answer could not be read.
        case unread(Int)
        /// A remark on the last answer, such as messages that were left out.
        case remark(String)
    }

    /// The name of the source.
    public let source: String
    /// The reason.
    public let reason: Reason

    /// Makes a gap of a source.
    public init(source: String, _ reason: Reason) {
        self.source = source
        self.reason = reason
    }

    /// States the gap without the name: `no data: api.weather.gov requires Contact= in almanac.conf`.
    ///
    /// - Parameter moment: The words for a time; by default RFC 3339 in UTC.
    /// - Returns: The words.
    public func words(moment: (UTC) -> String = { $0.description }) -> String {
        switch reason {
        case .noData(let failure): "no data" + (failure.map { ": \($0.message)" } ?? " yet")
        case .old(let standing, let from, let failure):
            "\(standing.rawValue), data from \(moment(from))" + (failure.map { ": \($0.message)" } ?? "")
        case .unread(let count):
            "\(count) \(count == 1 ? "part" : "parts") could not be read (almanac rejects \(source))"
        case .remark(let text): text
        }
    }

    /// The gap as an element of `unknown` in machine-readable answers: an object with source and reason.
    public var json: JSON { .members(["source": .string(source), "reason": .string(words())]) }
}

extension Source {
    /// The state as people read it.
    public var standing: Standing { runtime.standing }

    /// The reason why the records may not be those that the upstream has now; `nil` if they are.
    public var gap: Gap? {
        guard !standing.isCurrent else { return nil }
        guard let fetched = runtime.fetched else { return Gap(source: name, .noData(runtime.failure)) }
        return Gap(source: name, .old(standing, from: fetched, runtime.failure))
    }

    /// The reason why rejects are not those of the last document: there was none yet, or it was refused as a
    /// whole; `nil` if they are.
    public var refusal: Gap? {
        guard let failure = runtime.failure else { return runtime.fetched == nil ? gap : nil }
        // A reason of a later release may be one of a document.
        let isRefused = FailureReason(rawValue: failure.reason)?.isOfDocument ?? true
        return isRefused || runtime.fetched == nil ? gap : nil
    }

    /// The reasons why something that the upstream has now may be missing: the data are old, or parts of them
    /// could not be read or were left out.
    public var readingGaps: [Gap] {
        if let gap { return [gap] }
        let unread = runtime.rejected > 0 ? [Gap(source: name, .unread(runtime.rejected))] : []
        return unread + runtime.notes.map { Gap(source: name, .remark($0)) }
    }

    /// The reason why records may be missing from a list by distance; `nil` if all have a position, or none is
    /// expected to.
    public var unplacedGap: Gap? {
        let (unplaced, records) = (runtime.unplaced, runtime.records)
        guard unplaced > 0, records > 0 else { return nil }
        let verb = unplaced == 1 ? "has" : "have"
        let all = max(records, unplaced)  // Rows with one key are one record.
        return Gap(source: name, .remark("\(unplaced) of \(all) records \(verb) no position"))
    }

    /// The reasons why records of an answer may be missing or old.
    ///
    /// - Parameter withUnread: Whether one may also be in the parts that could not be read, as if nothing was found,
    ///   or all records are asked for.
    /// - Returns: The reasons.
    public func gaps(withUnread: Bool) -> [Gap] { withUnread ? readingGaps : [gap].compactMap(\.self) }
}

extension Sequence<Gap> {
    /// The last line of a machine-readable answer, `{"unknown":[…]}`; `nil` without gaps.
    public var unknownJSON: JSON? {
        let gaps = map(\.json)
        return gaps.isEmpty ? nil : .members(["unknown": .array(gaps)])
    }
}
