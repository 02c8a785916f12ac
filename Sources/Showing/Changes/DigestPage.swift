public import AlmanacValues
public import Records

/// The short list of the records that changed, by source.
public struct DigestPage: Showable {
    /// The beginning of the period.
    public enum Start: Sendable {
        /// The moment at which the user marked a cursor.
        case marked(UTC)
        /// A usual period, as there is no cursor yet; with the advice for storing one.
        case usual(UTC, advice: String)
        /// All that the log has, as there is no cursor yet and it begins within the usual period.
        case beginning(UTC, advice: String)
        /// A cursor in the address of a page, of which the moment is not known.
        case link
        /// The newest changes, as there is no cursor yet; with the advice for storing one.
        case newest(advice: String)
    }

    /// The number of records of a source that are listed without another limit.
    public static let usualCount = 10

    /// The changes.
    package let digest: ChangeDigest
    /// The beginning of the period.
    package let start: Start
    /// The reasons why changes may be missing.
    package let gaps: [Gap]
    /// The number of records of each source that are listed.
    package let most: Int
    private let asked: Int
    private let advice: String

    /// Makes the list.
    ///
    /// - Parameters:
    ///   - digest: The changes.
    ///   - start: The beginning of the period.
    ///   - asked: The number of sources that are asked.
    ///   - gaps: The reasons why changes may be missing.
    ///   - most: The number of records of each source that are listed.
    ///   - advice: The advice for seeing the others, such as `--limit shows them`.
    public init(
        _ digest: ChangeDigest, from start: Start, asked: Int, gaps: [Gap],
        most: Int = DigestPage.usualCount, advice: String
    ) {
        self.digest = digest
        self.start = start
        self.asked = asked
        self.gaps = gaps
        self.most = most
        self.advice = advice
    }

    /// Returns when the period began and what is unknown; then, for each source, the number of changes of
    /// each kind and the records, one per line; and last the sum.
    public func lines(on paper: Paper) -> [Line] {
        let groups = digest.groups
        let head =
            Line(start.words(on: paper), .faint).wrapped(to: paper.width) + GapList(gaps).lines(on: paper)
        guard !groups.isEmpty else { return head + Line(nothing).wrapped(to: paper.width) }
        let lists = groups.map { [Line()] + lines(of: $0, on: paper) }
        return head + lists.flatMap(\.self) + sum(of: groups)
    }

    /// The words for no changes: only sources that are asked and current are known to have none, and only in a
    /// period that the log covers.
    package var nothing: String {
        guard asked > 0 else { return "no source with records is selected" }
        let sources = counted(asked, "source")
        guard gaps.isEmpty, isCovered else { return "no change of \(sources) is known" }
        return "nothing changed in \(sources)"
    }

    /// Whether the log is known to have existed at the beginning of the period.
    private var isCovered: Bool {
        switch start {
        case .marked, .link, .beginning: true
        case .usual(let moment, _): digest.gaps.beginning.map { $0 <= moment } ?? false
        case .newest: false
        }
    }

    /// Whether there is no cursor yet, so that the newest changes are shown.
    package var isOfNewest: Bool { if case .newest = start { true } else { false } }

    private func lines(of group: ChangeDigest.Group, on paper: Paper) -> [Line] {
        let title = Line(group.source, .strong) + Line(": " + group.words)
        let rows = group.entries.prefix(most).map { entry in
            let time = Line("  " + paper.when(entry.event.at) + "  ", .faint)
            return (time + entry.line(on: paper)).cut(to: paper.width)
        }
        let rest = group.entries.count - rows.count
        return [title] + rows + (rest > 0 ? [Line("  " + more(rest), .faint)] : [])
    }

    /// The words for records that are not listed.
    package func more(_ count: Int) -> String { "and \(grouped(count)) more; \(advice)" }

    private func sum(of groups: [ChangeDigest.Group]) -> [Line] {
        guard groups.count > 1 else { return [] }
        let all = ChangeDigest.Group(source: "", entries: groups.flatMap(\.entries))
        return [Line(), Line("\(counted(groups.count, "source")): \(all.words)", .faint)]
    }
}

extension DigestPage.Start {
    /// The words for the period: `since Sat 08:14, 3 h ago`.
    package func words(on paper: Paper) -> String {
        switch self {
        case .marked(let moment): "since \(paper.moment(moment))"
        case .usual(let moment, let advice): "no cursor yet, so since \(paper.moment(moment)); \(advice)"
        case .beginning(let moment, let advice):
            "no cursor yet, so since the log begins, \(paper.moment(moment)); \(advice)"
        case .link: "since it was marked as read"
        case .newest(let advice): "no cursor yet, so the newest changes; \(advice)"
        }
    }
}

extension ChangeDigest.Group {
    /// The number of changes of each kind: `2 new, 1 removed`.
    package var words: String {
        // An added record may have existed before, if earlier changes are missing.
        let added = entries.contains(where: \.isCut) ? "added" : "new"
        let kinds: [(Event.Kind, String)] = [(.added, added), (.changed, "changed"), (.removed, "removed")]
        return kinds.compactMap { kind, word in
            let count = count(kind)
            return count == 0 ? nil : "\(grouped(count)) \(word)"
        }.joined(separator: ", ")
    }
}

extension ChangeDigest.Entry {
    /// The change in one line: `new Title`, `KPWM: ceiling 900 → 1400 ft (3 changes)`.
    package func line(on paper: Paper) -> Line {
        let times = count > 1 ? Line(" (\(counted(count, "change")))", .faint) : Line()
        switch event.kind {
        case .added: return Line(isCut ? "added " : "new ") + subject + state(paper) + times
        case .removed:
            let why = event.reason.map { Line(" (\(visible($0)))", .faint) } ?? Line()
            return Line("removed ") + subject + why + times
        default: return subject + ": " + difference(paper) + times
        }
    }

    /// The record: the station of a report or forecast, otherwise its title.
    package var subject: Line {
        guard let item = event.item else { return Line(name, .strong) }
        let isWeather = ReportPage.canShow(item) || ForecastPage.canShow(item)
        return Line(isWeather ? item.key : name, .strong)
    }

    private func state(_ paper: Paper) -> Line { ChangeLine(event).state(paper) }

    private func difference(_ paper: Paper) -> Line {
        guard isWithoutDifference else { return ChangeLine(event).changes(paper) }
        return isCut ? "changed; its state before is not known" : "as before"
    }
}

extension DigestPage {
    /// Returns the last line of a machine-readable answer: the period, and why changes may be missing.
    ///
    /// - Parameter cursor: The end of the period.
    /// - Returns: An object with `since`, `marked`, `cursor`, `logSince` and `unknown`; the moments as RFC 3339.
    public func summary(until cursor: String) -> JSON {
        let period: JSON = .members([
            "since": start.moment.map { .string($0.description) }, "marked": .bool(start.isMarked),
            "cursor": .string(cursor),
            "logSince": digest.gaps.beginning.map { .string($0.description) },
        ])
        return .object((period.object ?? []) + (gaps.unknownJSON?.object ?? []))
    }
}

extension DigestPage.Start {
    /// The moment; `nil` if it is not known.
    fileprivate var moment: UTC? {
        switch self {
        case .marked(let moment), .usual(let moment, _), .beginning(let moment, _): moment
        case .link, .newest: nil
        }
    }

    fileprivate var isMarked: Bool {
        switch self {
        case .marked, .link: true
        case .usual, .beginning, .newest: false
        }
    }
}
