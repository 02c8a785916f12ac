import Records

/// A time zone that a document defines, with the periods of its standard and daylight saving time.
///
/// Source: RFC 5545, 3.6.5.
final class DocumentZone {
    /// A period that begins again and again, such as daylight saving time.
    struct Observance {
        /// The first onset, in seconds since 1970, in the local time in force before it.
        let start: Int64
        /// The offset until it begins, in seconds east of Greenwich.
        let offsetFrom: Int64
        /// The offset while it lasts, in seconds east of Greenwich.
        let offsetTo: Int64
        /// Whether it is standard time.
        let isStandard: Bool
        /// The rule by which it begins again; `nil` if there is none.
        let rule: RecurrenceRule?
        /// Further times at which it begins.
        let dates: [Int64]
    }

    /// The moments at which an observance begins, as far as they are known.
    private struct Onsets {
        let observance: Observance
        /// The moments that no rule without an end yields, ascending.
        let fixed: [Int64]
        /// The moments by year that the rule without an end yields.
        var years: [Int: [Int64]] = [:]
    }

    /// The most moments that are read of a rule with an end.
    private static let mostOnsets = 500

    /// Whether the zone defines when its periods begin again, if there are several.
    let isComplete: Bool

    /// The time for which the offset is computed in advance, in seconds.
    private static let horizon = 28 * CalendarTime.day

    private var onsets: [Onsets]
    /// The moments without a change around the one that was asked for last, and their offset.
    private var recent: (moments: Range<Int64>, offset: Int64) = (0..<0, 0)
    /// The offset before all periods.
    private let first: Int64

    /// Makes a zone; `nil` if it has no period.
    init?(_ observances: [Observance]) {
        guard let any = observances.first(where: \.isStandard) ?? observances.first else { return nil }
        first = any.offsetTo
        isComplete =
            observances.count == 1 || observances.contains { $0.rule != nil || !$0.dates.isEmpty }
        onsets = observances.map { Onsets(observance: $0, fixed: $0.fixedOnsets(DocumentZone.mostOnsets)) }
    }

    /// Whether it describes a zone of the tz database, perhaps with rules that have changed since: when any
    /// of its periods begins for the first time, that zone has the same offset.
    func describes(_ file: TimeZoneFile) -> Bool {
        onsets.contains { onset in
            let observance = onset.observance
            let moment = UTC(seconds: observance.start - observance.offsetFrom)
            return Int64(file.offset(at: moment)) == observance.offsetTo
        }
    }

    /// Returns the offset from UTC at a moment, in seconds; positive east of Greenwich.
    func offset(at moment: Int64) -> Int64 {
        if recent.moments.contains(moment) { return recent.offset }
        let (onset, offset) = latest(at: moment)
        let end = moment + DocumentZone.horizon
        let later = latest(at: end).onset
        if later == onset {
            recent = (onset..<end, offset)
        } else if latest(at: later - 1).onset == onset {
            recent = (onset..<later, offset)
        }
        return offset
    }

    /// Returns the first start of the observance in force at a moment, in seconds since 1970 on the clock
    /// until then; before all periods the earliest time.
    func start(at moment: Int64) -> Int64 {
        let last = onsets.indices.compactMap { index in
            lastOnset(of: index, at: moment).map { (onset: $0, start: onsets[index].observance.start) }
        }
        return last.max { $0.onset < $1.onset }?.start ?? .min / 2
    }

    /// Returns the last moment at or before another one at which any observance begins, and its offset.
    private func latest(at moment: Int64) -> (onset: Int64, offset: Int64) {
        var latest = Int64.min
        var offset = first
        for index in onsets.indices {
            guard let onset = lastOnset(of: index, at: moment), onset >= latest else { continue }
            latest = onset
            offset = onsets[index].observance.offsetTo
        }
        return (latest, offset)
    }

    /// Returns the last moment at or before another one at which an observance begins.
    private func lastOnset(of index: Int, at moment: Int64) -> Int64? {
        let fixed = onsets[index].fixed.last { $0 <= moment }
        guard let rule = onsets[index].observance.endlessRule, moment >= onsets[index].observance.start else {
            return fixed
        }
        let year = UTC(seconds: moment).fields.year
        for year in [year, year - 1] {
            if onsets[index].years[year] == nil { fill(index, by: rule, around: year) }
            if let found = onsets[index].years[year]?.last(where: { $0 <= moment }) {
                return max(found, fixed ?? found)
            }
        }
        return fixed
    }

    /// Computes the moments of a year and of those next to it.
    private func fill(_ index: Int, by rule: RecurrenceRule, around year: Int) {
        let observance = onsets[index].observance
        let years = year - 1...year + 1
        for year in years { onsets[index].years[year] = [] }
        guard let begin = UTC(UTC.Fields(year: max(1, years.lowerBound), month: 1, day: 1)) else { return }
        let end = CivilDay.first(ofMonth: 1, year: Int64(years.upperBound) + 1) * CalendarTime.day
        var iterator = RuleIterator(
            rule, start: observance.start, isDate: false, until: nil, from: begin.seconds, through: end)
        for _ in 0..<DocumentZone.mostOnsets {
            guard let wall = iterator.next() else { return }
            let year = UTC(seconds: wall).fields.year
            guard year <= years.upperBound else { return }
            onsets[index].years[year]?.append(wall - observance.offsetFrom)
        }
    }
}

extension DocumentZone.Observance {
    /// The rule if it has no end.
    fileprivate var endlessRule: RecurrenceRule? {
        rule.flatMap { $0.isCounted || $0.until != nil ? nil : $0 }
    }

    /// Returns the moments at which the observance begins, without those of a rule that has no end.
    fileprivate func fixedOnsets(_ most: Int) -> [Int64] {
        var walls = [start] + dates
        if let rule, endlessRule == nil {
            // The end is a moment in UTC, and the occurrences are on the clock until then.
            let until = rule.until.map { $0.isUTC ? $0.wall + offsetFrom : $0.wall }
            var iterator = RuleIterator(
                rule, start: start, isDate: false, until: until, from: start, through: .max)
            for _ in 0..<most {
                guard let wall = iterator.next() else { break }
                walls.append(wall)
            }
        }
        return walls.map { $0 - offsetFrom }.sorted()
    }
}
