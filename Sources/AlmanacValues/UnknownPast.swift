public import Records

/// All records of a source, or one of them, of which it is not known how they were at a past moment: io.almanac's
/// `Unknown`.
public struct UnknownPast: Hashable, Sendable {
    /// The name of the source.
    public let source: String
    /// The record; `nil` for all of the source.
    public let key: String?
    /// The reason, such as `log`, `history`, `mirrored` or `source`; later daemons may have others.
    public let reason: String
    /// The earliest moment at which they are known; `nil` if there is none or it is not stated.
    public let from: UTC?

    /// Parses an element; returns `nil` if it names no source.
    public init?(_ json: JSON) {
        guard let source = json["source"]?.string else { return nil }
        self.source = source
        key = json["key"]?.string
        reason = json["reason"]?.string ?? ""
        from = json["fromUSec"]?.moment
    }

    /// States the reason without the name: `the log of changes reaches back to 2026-11-22T14:02:11Z`.
    ///
    /// - Parameter moment: The words for a time; by default RFC 3339 in UTC.
    /// - Returns: The words.
    public func words(moment: (UTC) -> String = { $0.description }) -> String {
        let from = from.map(moment)
        switch reason {
        case "log": return "the log of changes " + (from.map { "reaches back to \($0)" } ?? "lacks that time")
        case "history": return "History= shows changes " + (from.map { "since \($0)" } ?? "of a later time")
        case "mirrored": return "another almanac delivers it: ask that one"
        case "source":
            return from.map { "almanac has its records since \($0)" } ?? "almanac had no records of it"
        default: return "unknown" + (from.map { " before \($0)" } ?? "")
        }
    }

    /// The source, with the key if there is one: `hospitals/17463`.
    public var name: String { key.map { "\(source)/\($0)" } ?? source }

    /// The element of `unknown` in machine-readable answers: an object with source, key, reason and, as RFC 3339,
    /// the earliest moment.
    public var json: JSON {
        .members([
            "source": .string(source), "key": key.map(JSON.string), "reason": .string(words()),
            "from": from.map { .string($0.description) },
        ])
    }
}
