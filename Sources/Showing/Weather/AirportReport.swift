public import AlmanacValues
public import Records

/// The order of airports of which none is pinned.
public enum AirportOrder: String, Sendable, CaseIterable {
    /// The worst weather first; what is not known counts as worst.
    case worst
    /// By identifier.
    case name
}

/// The newest report of an airport, and whether it says how the weather is now.
public struct AirportReport: Sendable {
    /// The identifier, such as `KPWM`.
    public let airport: String
    /// The report; `nil` if none is kept.
    public let item: Item?
    /// The standing of the report.
    package let standing: BriefProduct.Standing
    /// The time at which the next report was due, if it is late; otherwise `nil`.
    package let due: UTC?
    /// Whether the report is older than `MaxAge=` of its source allows.
    public let isExpired: Bool
    /// The moment after which the report is older than that; `nil` without a report or its time.
    package let expiry: UTC?

    /// Returns the airports of reports, the pinned ones first in their own order, the others in `order`.
    ///
    /// - Parameters:
    ///   - reports: The newest report of each airport.
    ///   - sources: All sources.
    ///   - pins: The identifiers of pinned airports, also of those without a report.
    ///   - order: The order of the others.
    ///   - now: The present time.
    /// - Returns: The airports.
    public static func ordered(
        _ reports: [Item], of sources: [Source], pins: [String] = [], by order: AirportOrder = .worst,
        at now: UTC
    ) -> [AirportReport] {
        let standings = ReportStandings(sources, at: now)
        let ages = sources.maximumAges
        let all = reports.map { item in
            let age = ages[item.source] ?? .usualMaximumAge
            return AirportReport(
                airport: item.key, item: item, standing: standings.standing(of: item, at: item.key),
                due: standings.dueTime(after: item, at: item.key),
                isExpired: item.isExpired(at: now, after: age), expiry: item.expiry(after: age))
        }
        let places = Dictionary(pins.enumerated().map { (ByteKey($1), $0) }) { first, _ in first }
        let known = Set(all.map { ByteKey($0.airport) })
        let absent = pins.filter { !known.contains(ByteKey($0)) }.map(AirportReport.init(absent:))
        return (all + absent).map { ($0, place: places[ByteKey($0.airport)] ?? .max) }.sorted { left, right in
            if left.place != right.place { return left.place < right.place }
            return order == .worst ? left.0.precedes(right.0) : left.0.isBefore(right.0)
        }.map(\.0)
    }

    private init(
        airport: String, item: Item?, standing: BriefProduct.Standing, due: UTC? = nil, isExpired: Bool,
        expiry: UTC? = nil
    ) {
        self.airport = airport
        self.item = item
        self.standing = standing
        self.due = due
        self.isExpired = isExpired
        self.expiry = expiry
    }

    /// Makes an airport of which no report is kept.
    private init(absent airport: String) {
        self.init(
            airport: airport, item: nil, standing: .unknown("no report is kept (almanac add \(airport))"),
            isExpired: false)
    }
}

extension AirportReport {
    /// The flight rules that the report proves.
    package var category: ProvenCategory { item.map { ProvenCategory($0.data) } ?? .unknown }

    /// Whether the present weather is not known: there is no report, its category is unknown, or there may be
    /// a newer one. Parts of a document that could not be read are no sign of that.
    package var isUncertain: Bool {
        if category == .unknown || isExpired || due != nil { return true }
        switch standing {
        case .current: return false
        case .overdue, .over, .unknown: return true
        case .incomplete(let gaps): return gaps.contains { !$0.isUnreadOnly }
        }
    }

    /// Whether it comes before another one: what is not known first, then the worse category.
    private func precedes(_ other: AirportReport) -> Bool {
        if isUncertain != other.isUncertain { return isUncertain }
        if category.isWorse(than: other.category) { return true }
        if other.category.isWorse(than: category) { return false }
        return isBefore(other)
    }

    private func isBefore(_ other: AirportReport) -> Bool {
        airport.utf8.lexicographicallyPrecedes(other.airport.utf8)
    }

    /// Returns what is wrong with the report: `expired, overdue since 14:51Z`, `stale`; empty for a current
    /// one. The page of its source names the parts that could not be read.
    package func remark(on paper: Paper) -> Line {
        var parts = isExpired ? [Line("expired", .bad)] : []
        if case .incomplete(let gaps) = standing {
            parts.append(BriefProduct("METAR", .issued(nil), standing).remark(gaps))
        }
        if let due {
            parts.append(Line("overdue", .bad) + Line(" since \(paper.zone.when(due, from: paper.now))"))
        }
        if case .unknown = standing {
            parts.append(BriefProduct("METAR", .issued(nil), standing).state(on: paper))
        }
        return parts.joined(by: ", ")
    }
}

extension BriefProduct {
    /// Returns the standing in a word, or a remark on the report itself.
    fileprivate func remark(_ gaps: [Gap]) -> Line {
        if gaps.count == 1, case .remark(let text) = gaps[0].reason { return Line(text, .bad) }
        return Line(word, ["stale", "failing"].contains(word) ? .bad : .fair)
    }
}

extension Gap {
    fileprivate var isUnreadOnly: Bool {
        if case .unread = reason { true } else { false }
    }
}
