public import AlmanacValues
public import Records

/// A product of a briefing, such as the METAR of an airport: what it says, how old it is, and whether that is
/// all that there may be.
public struct BriefProduct: Sendable {
    /// The standing of a product; only `current` means that nothing is known to be missing.
    public enum Standing: Sendable {
        /// The newest that there is, as far as its sources know, and they are current.
        case current
        /// The next one should have been there since a moment.
        case overdue(since: UTC)
        /// The period for which it holds does not contain the moment of the briefing.
        case over(String)
        /// Something may be missing, or the data are old.
        case incomplete([Gap])
        /// Nothing is known, with the reason.
        case unknown(String)
    }

    /// The meaning of the time of a product.
    public enum Age: Sendable {
        /// The time at which it was issued or observed; `nil` if it states none.
        case issued(UTC?)
        /// The time of the oldest answer of the sources of a list; `nil` if none has answered.
        case read(UTC?)
        /// It is computed, and has no age.
        case computed
    }

    /// The name, such as `METAR`.
    public let name: String
    /// The time.
    public let age: Age
    /// The standing.
    public let standing: Standing
    /// The sources that were asked.
    public let sources: [String]
    /// The records.
    public let items: [Item]
    /// Returns the content, in the zone and units of a paper.
    package let text: @Sendable (Paper) -> [Line]

    init(
        _ name: String, _ age: Age, _ standing: Standing, sources: [String] = [], items: [Item] = [],
        text: @escaping @Sendable (Paper) -> [Line] = { _ in [] }
    ) {
        self.name = name
        self.age = age
        self.standing = standing
        self.sources = sources
        self.items = items
        self.text = text
    }

    /// Whether nothing is known to be missing.
    public var isCurrent: Bool {
        if case .current = standing { true } else { false }
    }

    /// The reasons why it is not current, for machine-readable answers.
    package func gaps(at place: String) -> [Gap] {
        let name = "\(place) \(name)"
        switch standing {
        case .current: return []
        case .overdue(let since): return [Gap(source: name, .remark("overdue since \(since)"))]
        case .over(let reason), .unknown(let reason): return [Gap(source: name, .remark(reason))]
        case .incomplete(let gaps): return gaps
        }
    }
}

extension BriefProduct {
    /// The time of issue or of the answer; `nil` if there is none.
    package var moment: UTC? {
        switch age {
        case .issued(let moment), .read(let moment): moment
        case .computed: nil
        }
    }

    /// The standing in one word: `current`, `overdue`, `over`, `stale`, `failing`, `incomplete`, `unknown`.
    package var word: String {
        switch standing {
        case .current: "current"
        case .overdue: "overdue"
        case .over: "over"
        case .unknown: "unknown"
        case .incomplete(let gaps): gaps.count == 1 ? BriefProduct.word(for: gaps[0]) : "incomplete"
        }
    }

    private static func word(for gap: Gap) -> String {
        if case .old(let standing, _, _) = gap.reason { standing.rawValue } else { "incomplete" }
    }

    /// Returns the standing with its reason: `overdue since 14:51Z`, `unknown: no source keeps it`.
    package func state(on paper: Paper) -> Line {
        switch standing {
        case .current: return Line("current", .good)
        case .overdue(let since):
            return Line("overdue", .bad) + Line(" since \(paper.zone.when(since, from: paper.now))")
        case .over(let reason): return Line("over", .bad) + Line(": \(reason)")
        case .unknown(let reason): return Line("unknown", .fair) + Line(": \(reason)")
        case .incomplete(let gaps):
            let reasons = gaps.map { gap in
                "\(gap.source): \(gap.words { paper.zone.when($0, from: paper.now) })"
            }
            return Line(word, .fair) + Line(": \(reasons.joined(separator: "; "))")
        }
    }

    /// Returns the time: `13:51Z`, `read 14:02Z`, `computed`, or that it is unknown; empty without a product.
    package func time(on paper: Paper) -> String {
        switch age {
        case .issued(let moment?): return paper.zone.when(moment, from: paper.now)
        case .read(let moment?): return "read \(paper.zone.when(moment, from: paper.now))"
        case .computed: return "computed"
        case .issued(nil), .read(nil): return items.isEmpty ? "" : "time unknown"
        }
    }

    /// The product as JSON.
    func json(at now: UTC) -> JSON {
        let text = text(Paper(width: 10_000, now: now)).map { JSON.string($0.plain) }
        let reasons = gaps(at: "").map { JSON.string($0.words()) }
        return .members([
            "product": .string(name), "standing": .string(word),
            "issued": issued.map { .string($0.description) }, "read": read.map { .string($0.description) },
            "ageSeconds": moment.map { .int((now - $0).microseconds / 1_000_000) },
            "reasons": reasons.isEmpty ? nil : .array(reasons),
            "sources": .array(sources.map(JSON.string)), "text": .array(text),
            "records": .array(items.map(\.briefJSON)),
        ])
    }

    private var issued: UTC? {
        if case .issued(let moment) = age { moment } else { nil }
    }

    private var read: UTC? {
        if case .read(let moment) = age { moment } else { nil }
    }
}

extension Item {
    /// The record as received, or its parts if this program made it of another one.
    fileprivate var briefJSON: JSON {
        json != .null ? json : ["source": .string(source), "key": .string(key), "data": data]
    }
}
