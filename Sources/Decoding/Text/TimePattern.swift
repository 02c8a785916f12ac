import Records

/// The form of a time, such as `dd/MM/yyyy HH:mm` or `yyyyMMddHH`.
///
/// Runs of letters are numbers: `y` the year (`yy` is 1970...2069), `M` the month, `d` the day, `D` the day
/// of the year, `H` the hour, `h` the hour on a clock of twelve, `m` the minute, `s` the second, `S` its
/// fraction. One letter stands for one or two digits, more letters for as many. `a` is AM or PM, and `Z` an
/// offset from UTC. All else stands for itself.
///
/// Source: Unicode Technical Standard 35, part 4, as far as named here.
package struct TimePattern: Hashable, Sendable {
    /// A number or mark of the form.
    private enum Part: Hashable {
        case number(UInt8, count: Int)
        case mark(UInt8)
    }

    private static let letters = "yMdDHhmsSaZ"
    private let parts: [Part]

    /// Reads a form.
    ///
    /// - Returns: `nil` if a letter has no meaning or stands twice, or if a part lacks the one that it
    ///   divides, such as the day in `yyyy-mm-dd`, where `mm` is the minute.
    package init?(_ text: String) {
        var parts: [Part] = []
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count {
            let run = bytes[at...].prefix { $0 == bytes[at] }.count
            if TimePattern.letters.utf8.contains(bytes[at]) {
                parts.append(.number(bytes[at], count: run))
                at += run
            } else {
                guard !bytes[at].isLetter || bytes[at] == UInt8(ascii: "T") else { return nil }
                parts.append(.mark(bytes[at]))
                at += 1
            }
        }
        let letters = parts.compactMap { part -> Character? in
            if case .number(let letter, _) = part { Character(Unicode.Scalar(letter)) } else { nil }
        }
        guard Set(letters).count == letters.count, TimePattern.isWhole(Set(letters)) else { return nil }
        self.parts = parts
    }

    /// Whether the letters state a year and each part that their smaller parts divide.
    private static func isWhole(_ letters: Set<Character>) -> Bool {
        /// Whether a part is absent, or just one of others is present.
        func divides(_ part: Character, _ wholes: Set<Character>) -> Bool {
            !letters.contains(part) || letters.intersection(wholes).count == 1
        }
        return letters.contains("y") && divides("d", ["M"]) && divides("D", ["y"])
            && (!letters.contains("D") || letters.isDisjoint(with: ["M", "d"]))
            && divides("H", ["d", "D"]) && divides("h", ["d", "D"]) && divides("h", ["a"])
            && divides("a", ["h", "H"]) && divides("m", ["h", "H"]) && divides("s", ["m"])
            && divides("S", ["s"])
    }

    /// Returns the moment that a text of this form states; `nil` if it has another form.
    func moment(_ text: String) -> UTC? {
        var reading = Reading(rest: Array(text.utf8)[...])
        for part in parts {
            switch part {
            case .mark(let byte): guard reading.consume(byte) else { return nil }
            case .number(UInt8(ascii: "a"), _): guard reading.consumeHalf() else { return nil }
            case .number(UInt8(ascii: "Z"), _): guard reading.consumeOffset() else { return nil }
            case .number(let letter, let count):
                guard reading.consume(letter, count: count) else { return nil }
            }
        }
        return reading.rest.isEmpty ? reading.moment : nil
    }

    /// The numbers found so far.
    private struct Reading {
        var rest: ArraySlice<UInt8>
        private var fields = UTC.Fields(year: 0, month: 1, day: 1)
        private var dayOfYear: Int?
        private var micros: Int64 = 0
        private var offset = 0
        private var isAfternoon: Bool?
        private var isTwelve = false

        init(rest: ArraySlice<UInt8>) { self.rest = rest }

        var moment: UTC? {
            var fields = fields
            if isTwelve || isAfternoon != nil {
                guard (1...12).contains(fields.hour) else { return nil }
                fields.hour = fields.hour % 12 + (isAfternoon == true ? 12 : 0)
            }
            if let dayOfYear {
                guard let date = UTC(year: fields.year, dayOfYear: dayOfYear)?.fields else { return nil }
                fields.month = date.month
                fields.day = date.day
            }
            return UTC(fields).map { $0 - .seconds(offset) + .microseconds(micros) }
        }

        mutating func consume(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        mutating func consume(_ letter: UInt8, count: Int) -> Bool {
            let digits = rest.prefix(count == 1 ? 2 : count).prefix(while: \.isDigit)
            guard !digits.isEmpty, count == 1 || digits.count == count, digits.count <= 9 else {
                return false
            }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1.digitValue) }
            switch letter {
            case UInt8(ascii: "y"): fields.year = count <= 2 ? DateWords.century(value) : value
            case UInt8(ascii: "M"): fields.month = value
            case UInt8(ascii: "d"): fields.day = value
            case UInt8(ascii: "D"): dayOfYear = value
            case UInt8(ascii: "H"): fields.hour = value
            case UInt8(ascii: "h"): (fields.hour, isTwelve) = (value, true)
            case UInt8(ascii: "m"): fields.minute = value
            case UInt8(ascii: "s"): fields.second = value
            default: micros = Int64(Double(value) * 1e6 / TimePattern.power(digits.count))
            }
            return true
        }

        mutating func consumeHalf() -> Bool {
            let word = String(decoding: rest.prefix(2), as: UTF8.self).lowercased()
            guard word == "am" || word == "pm" else { return false }
            isAfternoon = word == "pm"
            rest = rest.dropFirst(2)
            return true
        }

        mutating func consumeOffset() -> Bool {
            if consume(UInt8(ascii: "Z")) { return true }
            let isWest = rest.first == .hyphen
            guard isWest || rest.first == .plus else { return false }
            let digits = rest.dropFirst().filter { $0 != .colon }
            guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isDigit) else { return false }
            let value = digits.reduce(0) { $0 * 10 + Int($1.digitValue) }
            let minutes = digits.count == 2 ? value * 60 : value / 100 * 60 + value % 100
            offset = (isWest ? -60 : 60) * minutes
            rest = []
            return true
        }
    }

    private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1.0) { power, _ in power * 10 } }
}
