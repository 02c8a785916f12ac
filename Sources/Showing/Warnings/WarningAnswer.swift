public import AlmanacValues
public import Records

/// The knowledge about the warnings of a place, a zone, or everywhere: those that apply, and why there may
/// be others.
///
/// Every view of warnings shows one, so that all of them say the same.
public struct WarningAnswer: Sendable {
    /// The kind of place that the warnings were compared with.
    public enum Scope: String, Sendable {
        /// Nothing: all warnings apply.
        case everywhere
        /// A position.
        case place
        /// A zone.
        case zone
        /// A map, which shows areas.
        case map

        /// The words for a warning whose area is not known, and which could not be compared.
        var failing: String { self == .map ? "not on the map" : rawValue + " not compared" }
    }

    /// The warnings that apply; some may be equal, or over.
    public let warnings: [Warning]
    /// The warnings of which that is not known.
    public let uncompared: [Warning]
    /// The sources that were asked, which are those that can carry warnings.
    public let asked: [Source]
    /// The reasons why there may be other warnings; empty if there are none.
    public private(set) var gaps: [Gap]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - warnings: The warnings that apply.
    ///   - uncompared: The warnings of which that is not known.
    ///   - scope: What they were compared with.
    ///   - asked: The sources that can carry warnings.
    ///   - sources: All sources, among them those with the areas of zones.
    ///   - lost: Further reasons why there may be other warnings.
    public init(
        _ warnings: [Warning] = [], uncompared: [Warning] = [], of scope: Scope = .everywhere,
        asked: [Source] = [], among sources: [Source] = [], lost: [Gap] = []
    ) {
        self.warnings = warnings
        self.uncompared = uncompared
        self.asked = asked
        gaps =
            lost + asked.flatMap(\.readingGaps)
            + UncomparedWarnings(uncompared, sources: sources).gaps(in: scope)
    }

    /// Makes what a map of all records, some of them warnings, lacks.
    ///
    /// - Parameters:
    ///   - items: The records.
    ///   - sources: All sources.
    ///   - now: The moment; warnings that are over are left out.
    public init(onMapOf items: [Item], among sources: [Source], at now: UTC) {
        let alerts = sources.filter { $0.kind == "alert" && $0.runtime.health != .paused }
        let names = Set(alerts.map(\.name))
        let warnings = items.filter { names.contains($0.source) }.compactMap { Warning($0) }
        let current = Warning.current(warnings, at: now)
        self.init(
            current, uncompared: current.filter(\.hasUnknownArea), of: .map, asked: alerts, among: sources)
    }

    /// Returns a reason why warnings may be missing that concerns no source.
    public static func lost(_ reason: String) -> Gap { Gap(source: "warnings", .remark(reason)) }

    /// Whether there are no other warnings.
    public var isComplete: Bool { gaps.isEmpty }

    /// Whether there is nothing to say: no source was asked, and nothing is unknown.
    public var isSilent: Bool { asked.isEmpty && gaps.isEmpty && warnings.isEmpty }

    /// The time of the oldest last good response of the sources; `nil` if none had one.
    public var oldest: UTC? { asked.compactMap(\.runtime.fetched).min() }

    /// Adds a reason why there may be other warnings.
    public mutating func add(_ gap: Gap) { gaps.append(gap) }
}

extension WarningAnswer: Showable {
    /// Returns what is unknown, then the warnings; nothing if it is known that there are none.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([GapList(gaps), WarningList(warnings)]).lines(on: paper)
    }
}

/// The sources that were asked for warnings, and the age of the oldest answer.
public struct AskedSources: Showable {
    /// The most sources that are named.
    private static let most = 8

    private let answer: WarningAnswer

    /// Makes the remark on an answer.
    public init(_ answer: WarningAnswer) { self.answer = answer }

    /// Returns one sentence; none if no source was asked.
    public func lines(on paper: Paper) -> [Line] {
        guard !answer.asked.isEmpty else { return [] }
        let names = answer.asked.map(\.name)
        let more = names.count - AskedSources.most
        let shown = more > 1 ? names.prefix(AskedSources.most) + ["\(more) others"] : names[...]
        let oldest = answer.oldest.map { moment in
            (names.count == 1 ? "; its answer is from " : "; the oldest answer is from ")
                + paper.moment(moment)
        }
        let text = "asked: " + shown.joined(separator: ", ") + (oldest ?? "; no answer yet")
        return Line(text, .faint).wrapped(to: paper.width)
    }
}
