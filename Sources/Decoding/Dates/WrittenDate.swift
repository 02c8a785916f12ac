package import Records

/// A date in the forms that publishers of feeds write.
package struct WrittenDate {
    package let moment: UTC
    /// The name of a zone that is not known, or has several meanings: the time counts as UTC.
    package private(set) var unknownZone: String?

    /// The lengths of dates, in bytes: a year has four digits.
    private static let lengths = 4...100
    /// The first day of 1970, which programs write that know no date.
    private static let first = 0..<Int64(86_400)
    /// The first moment of the year 2 in seconds since 1970: what is before is no date.
    private static let yearTwo: Int64 = -62_104_060_800

    /// Reads a date; `nil` if it has not exactly one meaning, or stands for none.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - zones: The zones that it may name.
    ///   - order: The order of dates in numbers in the document; `nil` if it is not known.
    package init?(_ text: String, zones: NamedZones, order: DateOrder? = nil) {
        let text = text.trimmingBlanks
        // No year is negative.
        guard WrittenDate.lengths.contains(text.utf8.count), text.utf8.first != .hyphen,
            let read = Reader(zones: zones, order: order, isStrict: false).read(text)
        else { return nil }
        let seconds = read.moment.seconds
        guard !WrittenDate.first.contains(seconds), seconds >= WrittenDate.yearTwo else { return nil }
        self = read
    }

    /// Reads a date of data, such as a field of a table; `nil` if it has not exactly one meaning, or its zone is not known.
    ///
    /// - Parameters:
    ///   - text: The date, each word of which must be understood.
    ///   - order: The order of dates in numbers; `nil` if it is not known.
    package init?(ofData text: String, order: DateOrder?) {
        let reader = Reader(zones: NamedZones { _ in nil }, order: order, isStrict: true)
        guard WrittenDate.lengths.contains(text.utf8.count), text.utf8.first != .hyphen,
            DigitTime(text) == nil, let read = reader.read(text), read.unknownZone == nil
        else { return nil }
        self = read
    }

    fileprivate init(_ moment: UTC, unknownZone: String? = nil) {
        self.moment = moment
        self.unknownZone = unknownZone
    }
}

/// The reading of a date.
private struct Reader {
    let zones: NamedZones
    let order: DateOrder?
    /// Whether each word must be understood, and a comment follows a time.
    let isStrict: Bool

    func read(_ text: String) -> WrittenDate? {
        if let moment = UTC(usualDate: text) ?? epoch(text) { return WrittenDate(moment) }
        let stripped = DateWordList.withoutComments(text)
        let plain = withoutSecondZone(stripped.text.trimmingBlanks)
        if isStrict, stripped.comment != nil, !plain.contains(.colon) { return nil }
        // A comment is the zone only of a time without one.
        guard let name = stripped.comment?.trimmingBlanks, !hasZone(plain) else { return words(plain) }
        if let zone = zones.zone(name) { return words(plain).map { WrittenDate(zone.moment(of: $0.moment)) } }
        let isUnknown = plain.contains(.colon) && ZoneNames.isName(name)
        return words(plain).map { isUnknown ? WrittenDate($0.moment, unknownZone: name) : $0 }
    }

    /// Reads a date without comments.
    private func words(_ text: String) -> WrittenDate? {
        if !ZoneNames.hasAmbiguous(text), let moment = plain(text) { return WrittenDate(moment) }
        if let (rest, name) = ZonePhrases.split(text) ?? ZoneNames.split(text),
            let moment = plain(rest) ?? DateWordList(rest, order: order, isStrict: isStrict).moment
        {
            guard let zone = zones.zone(name) else { return WrittenDate(moment, unknownZone: name) }
            return WrittenDate(zone.moment(of: moment))
        }
        let words = DateWordList(text, order: order, isStrict: isStrict)
        guard let moment = words.moment else { return unusual(text) }
        guard let name = words.unknownZone else { return WrittenDate(moment) }
        guard let zone = zones.zone(name) else { return WrittenDate(moment, unknownZone: name) }
        return WrittenDate(zone.moment(of: moment))
    }

    /// Reads a date without words of its own.
    private func plain(_ text: String) -> UTC? {
        guard isStrict else { return UTC(dateText: text, order: order) }
        var form = TimeForm()
        form.order = order
        return UTC(looseText: text, form: form)
    }

    /// Reads the forms of data: a date without separators, a week, a number of seconds with a fraction.
    private func unusual(_ text: String) -> WrittenDate? {
        guard text.utf8.first?.isDigit ?? false || text.hasPrefix("/Date(") else { return nil }
        return UTC(looseText: text).map { WrittenDate($0) }
    }

    /// Whether a time is followed by a zone: an offset, `Z` or a name.
    private func hasZone(_ text: String) -> Bool {
        guard let colon = text.utf8.lastIndex(of: .colon), let last = text.utf8.last else { return false }
        let isHalf = ["am", "pm"].contains(text.suffix(2).lowercased())
        let isOffset = text.utf8[colon...].contains { $0 == .plus || $0 == .hyphen }
        let before = text.utf8[..<colon].suffix(5)
        return last.isLetter && !isHalf || isOffset || before.contains(.plus)
            || before.suffix(3).first == .hyphen
    }

    /// Returns a date without what follows its `Z`: one zone is enough.
    private func withoutSecondZone(_ text: String) -> String {
        guard let zone = text.lastIndex(of: "Z"), text[..<zone].last?.isNumber == true else { return text }
        return String(text[...zone])
    }

    /// Returns the moment of a number of seconds or milliseconds since 1970.
    private func epoch(_ text: String) -> UTC? {
        guard text.utf8.allSatisfy(\.isDigit), let number = Int64(text) else { return nil }
        switch text.utf8.count {
        case 9, 10: return UTC(seconds: number)
        case 12, 13: return UTC(seconds: number / 1000)
        default: return nil
        }
    }
}
