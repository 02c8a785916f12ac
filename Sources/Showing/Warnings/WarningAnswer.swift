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
    ///   - scope: The scope that they were compared with.
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
        let alerts = sources.filter { $0.mayBeOfAlerts && $0.runtime.health != .paused }
        let names = Set(alerts.map(\.name))
        let warnings = items.filter { names.contains($0.source) }.compactMap { Warning($0) }
        let current = Warning.current(warnings, at: now)
        self.init(
            current, uncompared: current.filter(\.hasUnknownArea), of: .map, asked: alerts, among: sources)
    }

    /// Returns a reason why warnings may be missing that concerns no source.
    public static func lost(_ reason: String) -> Gap { Gap(source: "warnings", .remark(reason)) }

    /// The gap that the sources of alerts have those of other places, or of single points, only.
    public static var elsewhere: Gap { lost("the sources have those of other places only") }

    /// The gap that the sources of alerts have those of a part of a circle only.
    static var partial: Gap { lost("the sources have those of a part of the circle only") }

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
        let text = "asked: " + shown.joined(separator: ", ") + (oldest ?? "; no answer yet") + filtered
        return Line(text, .faint).wrapped(to: paper.width)
    }

    /// The numbers of warnings that definitions leave out: `; Where= leaves out 2 of alerts`; empty without
    /// any.
    private var filtered: String {
        let counts = answer.asked.compactMap { source in
            source.leftOut > 0 ? "\(grouped(source.leftOut)) of \(source.name)" : nil
        }
        let more = counts.count - AskedSources.most
        let shown = more > 1 ? counts.prefix(AskedSources.most) + ["some of \(more) others"] : counts[...]
        return counts.isEmpty ? "" : "; Where= leaves out \(shown.joined(separator: ", "))"
    }
}

extension Source {
    /// The number of records that `Where=` of the definition leaves out.
    var leftOut: Int { runtime.omitted.first { $0.reason == "where" }?.count ?? 0 }
}

/// The warnings of which it is not known whether they apply, with the reasons.
struct UncomparedWarnings {
    /// The most events that are named.
    private static let mostNamed = 3

    private let warnings: [Warning]
    private let sources: [Source]

    /// Makes a list of warnings, with all sources, among them those with the areas of zones.
    init(_ warnings: [Warning], sources: [Source]) {
        self.warnings = warnings
        self.sources = sources
    }

    /// Returns one reason for each source of them, with the events and the sources that lack areas.
    func gaps(in scope: WarningAnswer.Scope) -> [Gap] {
        var names: [String] = []
        for warning in warnings where !names.contains(warning.item.source) {
            names.append(warning.item.source)
        }
        return names.map { name in
            let own = warnings.filter { $0.item.source == name }
            return Gap(source: name, .remark(reason(own, in: scope)))
        }
    }

    private func reason(_ own: [Warning], in scope: WarningAnswer.Scope) -> String {
        let empty = emptyTables(own)
        let count = counted(own.count, "warning") + (own.count == 1 ? " names" : " name")
        let tables = empty.joined(separator: " and ") + (empty.count == 1 ? " has" : " have") + " no data; "
        let what = empty.isEmpty ? "\(count) zones whose areas are not known" : "\(tables)\(count) only zones"
        return "\(scope.failing): \(what): \(events(own))"
    }

    private func events(_ own: [Warning]) -> String {
        let named = own.prefix(UncomparedWarnings.mostNamed).map { String($0.event.prefix(80)) }
        let more = own.count - named.count
        return named.joined(separator: ", ") + (more > 0 ? " and \(grouped(more)) more" : "")
    }

    /// Returns the sources that could have the areas of the zones and have no records, in the order of
    /// `Zones=`.
    private func emptyTables(_ own: [Warning]) -> [String] {
        var names: [String] = []
        for warning in own {
            guard let source = sources.first(where: { $0.name == warning.item.source }) else { continue }
            for word in source.words(in: "Alert", named: "Zones") {
                let (scheme, table) = UncomparedWarnings.table(word)
                let records = sources.first { $0.name == table }?.runtime.records ?? 0
                let isMeant = scheme.map { warning.schemes.contains($0) } ?? true
                if isMeant, records == 0, !names.contains(table) { names.append(table) }
            }
        }
        return names
    }

    /// Returns the parts of a word of `Zones=`: `SOURCE` or `SCHEME:SOURCE`.
    private static func table(_ word: String) -> (scheme: String?, source: String) {
        guard SourceName(word) == nil, let colon = word.firstIndex(of: ":") else { return (nil, word) }
        return (String(word[..<colon]), String(word[word.index(after: colon)...]))
    }
}
