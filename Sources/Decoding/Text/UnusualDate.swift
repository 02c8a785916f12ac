import Records

/// Forms of times that few programs write.
enum UnusualDate {
    /// Parses a date of one of these forms; `nil` for all others.
    static func moment(_ text: String) -> UTC? { script(text) ?? week(text) }

    /// Parses the form of .NET, `/Date(1795874400000+0100)/`: milliseconds since 1970, whatever the offset.
    private static func script(_ text: String) -> UTC? {
        guard text.hasPrefix("/Date("), text.hasSuffix(")/") else { return nil }
        let inner = Array(text.utf8.dropFirst(6).dropLast(2))
        let end = inner.dropFirst().firstIndex { !$0.isDigit } ?? inner.count
        let offset = inner[end...]
        let isOffset = offset.count == 5 && offset.dropFirst().allSatisfy(\.isDigit)
        guard offset.isEmpty || (isOffset && (offset.first == .plus || offset.first == .hyphen)) else {
            return nil
        }
        return TimeUnit.milliseconds.moment(String(decoding: inner[..<end], as: UTF8.self))
    }

    /// Parses a date by its week, `2026-W48-6`, with or without hyphens. Source: ISO 8601-1, 5.2.3.
    private static func week(_ text: String) -> UTC? {
        let bytes = text.utf8.filter { $0 != .hyphen }
        guard bytes.count == 8 || bytes.count == 7, bytes[..<4].allSatisfy(\.isDigit),
            bytes[4] | .caseBit == UInt8(ascii: "w"),
            let year = Int(String(decoding: bytes[..<4], as: UTF8.self)),
            let week = Int(String(decoding: bytes[5..<7], as: UTF8.self)), (1...53).contains(week),
            let fourth = UTC(UTC.Fields(year: year, month: 1, day: 4))
        else { return nil }
        let day = bytes.count == 8 ? Int(bytes[7]) - Int(UInt8(ascii: "0")) : 1
        guard (1...7).contains(day) else { return nil }
        let monday = fourth + .seconds((7 * (week - 1) - (fourth.weekday + 6) % 7) * 86_400)
        // A week belongs to the year of its Thursday: most years have no week 53.
        guard (monday + .seconds(3 * 86_400)).fields.year == year else { return nil }
        return monday + .seconds((day - 1) * 86_400)
    }

    /// Removes the blanks between the numbers of a date with points, `28. 11. 2026`.
    static func joined(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(.period) else { return text }
        let kept = bytes.indices.filter { at in
            guard bytes[at] == .space, at >= 2, bytes[at - 1] == .period, bytes[at - 2].isDigit else {
                return true
            }
            return at + 1 == bytes.count || !bytes[at + 1].isDigit
        }
        return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
    }
}
