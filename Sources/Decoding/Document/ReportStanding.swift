public import Records

/// The members of a report that decide between it and another one of the same station.
///
/// Source: the members of `Weather`'s records of METARs and TAFs.
struct ReportStanding {
    /// The report.
    private let report: Record
    /// The members of the report that decide, as far as it has them.
    private let data: JSON
    /// The time of observation or issue; `nil` if it cannot be read, or is later than any report can be.
    let time: UTC?
    /// The start of validity of a forecast; `nil` if it has none.
    let period: UTC?
    /// The time at which a report without a time was first received; `nil` if it has a time.
    let received: UTC?
    /// The time of a later report that is missing; `nil` if there is none.
    let missing: UTC?
    /// Whether the report itself is missing (NIL).
    let isMissing: Bool
    /// Whether no time of the report can be read.
    let isTimeless: Bool

    /// Reads the members of a report, whose time is at most `latest`.
    init(_ report: Record, until latest: UTC?) {
        self.report = report
        data = ReportStanding.deciding(in: report.data)
        let stated = data[.time]?.string.flatMap { UTC(iso8601: $0) }
        time = stated.flatMap { time in latest.map { $0 < time } ?? false ? nil : time }
        isTimeless = stated == nil
        period = data[.from]?.string.flatMap { UTC(iso8601: $0) }
        received = data[.received]?.string.flatMap { UTC(iso8601: $0) }
        missing = data[.missing]?.string.flatMap { UTC(iso8601: $0) }
        isMissing = data[.nilReport]?.bool ?? false
    }

    /// The time of a report that is missing (NIL); `nil` for a report, and without a time.
    var absence: UTC? { isMissing ? time : nil }

    /// The time of the report, as far as it is known.
    var moment: UTC? { time ?? period ?? received }

    /// Returns the times by which this report is compared with another one: those of observation or issue, or
    /// the starts of validity if one of them lacks the former.
    func times(with other: ReportStanding) -> (own: UTC, other: UTC)? {
        if let time, let theirs = other.time { return (time, theirs) }
        guard let period, let theirs = other.period else { return nil }
        return (period, theirs)
    }

    /// Whether this is another one once more: the same text or, without it, the same data.
    func isCopy(of other: ReportStanding) -> Bool {
        if let raw = data[.raw], let text = other.data[.raw] { return raw == text }
        return JSON.object(ownMembers) == JSON.object(other.ownMembers)
    }

    /// Returns the report with these members in place of its own.
    func record(missing: UTC?, received: UTC?) -> Record {
        guard missing != self.missing || received != self.received else { return report }
        var members = ownMembers
        if let missing { members.append(.init(WeatherMember.missing.description, .moment(missing))) }
        if let received { members.append(.init(WeatherMember.received.description, .moment(received))) }
        var record = report
        record.data = JSON.object(members).canonicalBytes
        return record
    }

    /// The members of the report without those that the order adds.
    private var ownMembers: [JSON.Member] {
        let added = [WeatherMember.missing, .received].map(\.description)
        // A record that is not JSON has no members.
        return ((try? JSON(parsing: report.data))?.object ?? []).filter { member in
            !added.contains { $0.utf8.elementsEqual(member.name.utf8) }
        }
    }
}

extension ReportStanding {
    private static let deciding = names(
        .time, .from, .received, .missing, .nilReport, .raw, .corrected, .amended, .cancelled)
    fileprivate static let moments = names(.time, .from)

    private static func names(_ members: WeatherMember...) -> [String] { members.map(\.description) }

    /// Reads the members that decide, without building the others, which are most of a report; `null` if the
    /// data are not JSON.
    private static func deciding(in data: [UInt8]) -> JSON {
        var members: [JSON.Member] = []
        do {
            try JSONScanner.members(data.span) { (name, scanner) throws(JSONError) in
                guard deciding.contains(name) else { return try scanner.skipValue(data.span) }
                members.append(JSON.Member(name, try scanner.value(data.span)))
            }
        } catch {
            return .null
        }
        return .object(members)
    }
}

extension ReportStanding {
    /// The rank among reports of the same time: 0 for an original, more for each correction, amendment and
    /// cancellation.
    var rank: Int {
        let isCorrected = data[.corrected]?.bool ?? false
        let isAmended = data[.amended]?.bool ?? false
        let isCancelled = data[.cancelled]?.bool ?? false
        guard isCorrected || isAmended || isCancelled else { return 0 }
        let corrections = isCorrected ? max(1, number(of: "CC")) : 0
        let amendments = isAmended ? max(1, number(of: "AA")) : 0
        return corrections + amendments + (isCancelled ? 1 : 0)
    }

    /// Returns the number of a correction or an amendment, of which the first ends in A: 2 for `CCB`; 0 if
    /// the report does not number it.
    ///
    /// Source: WMO-No. 386, Manual on the GTS, part II, attachment II-12 (BBB groups).
    private func number(of letters: String) -> Int {
        let words = (data[.raw]?.string ?? "").utf8.split(separator: UInt8.space, maxSplits: 8).prefix(8)
        let numbers = words.compactMap { word -> Int? in
            guard word.count == 3, word.starts(with: letters.utf8), let last = word.last, last.isUppercase
            else { return nil }
            return Int(last - UInt8(ascii: "A")) + 1
        }
        return numbers.max() ?? 0
    }
}

extension ReportOrder {
    /// Returns a report with the time at which it was received if it has no time of its own, by which its age
    /// is known at least.
    ///
    /// - Parameters:
    ///   - report: A METAR or TAF.
    ///   - received: The time at which its document was received.
    /// - Returns: The report with `received`; `nil` if it has a time.
    public static func stamped(_ report: Record, received: UTC) -> Record? {
        if hasMoment(report.data) { return nil }
        let standing = ReportStanding(report, until: nil)
        return standing.moment == nil ? standing.record(missing: nil, received: received) : nil
    }

    /// Whether a report has a time or the start of a period, found without building its data.
    private static func hasMoment(_ data: [UInt8]) -> Bool {
        var isFound = false
        // A record that is not JSON has no time.
        try? JSONScanner.members(data.span) { (name, scanner) throws(JSONError) in
            if ReportStanding.moments.contains(name) { isFound = true }
            try scanner.skipValue(data.span)
        }
        return isFound
    }
}

extension JSON {
    /// Returns a time as the data of records state it.
    fileprivate static func moment(_ moment: UTC) -> JSON { .string(moment.description) }
}
