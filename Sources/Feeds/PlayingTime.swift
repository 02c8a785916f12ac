import Decoding
import Records

/// The length of a recording, as feeds write it: `3723`, `62:03`, `1:02:03`, `PT1H2M3S` or `1 hr 2 min`.
///
/// Source: Apple, "A Podcaster's Guide to RSS" (itunes:duration); ISO 8601-1 §5.5.2; the rest by custom.
enum PlayingTime {
    /// The greatest length, in seconds: a larger number is not one of seconds.
    private static let greatest = 31.0 * 86_400
    private static let longestText = 40

    /// Returns the length in seconds; `nil` if the text is none.
    static func seconds(_ text: String) -> Double? {
        let text = text.trimmingBlanks
        guard (1...longestText).contains(text.utf8.count) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let seconds = parts.count > 1 ? clock(parts) : number(text[...]) ?? units(text)
        return seconds.flatMap { $0 <= greatest ? $0 : nil }
    }

    /// Returns hours, minutes and seconds as seconds; the first part may be empty or greater than 59.
    private static func clock(_ parts: [Substring]) -> Double? {
        guard parts.count <= 3 else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            let isWhole = index == parts.count - 1 || part.utf8.allSatisfy(\.isDigit)
            guard isWhole, let value = index == 0 && part.isEmpty ? 0 : number(part) else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// Returns a number without a sign; a comma may separate its decimals.
    private static func number(_ text: Substring) -> Double? {
        guard let first = text.utf8.first, first.isDigit,
            text.utf8.allSatisfy({ $0.isDigit || $0 == .period || $0 == .comma })
        else { return nil }
        return Double(String(text).replacing(text: ",", with: "."))
    }

    /// Returns numbers with their units as seconds, each unit once and the greatest first.
    private static func units(_ text: String) -> Double? {
        let isStandard = text.utf8.starts(with: "P".utf8)
        let parts = isStandard ? text.dropFirst().filter { $0 != "T" } : text
        var rest = parts.lowercased()[...]
        var seconds = 0.0
        var last = Double.infinity
        while let value = next(&rest) {
            guard value.unit < last else { return nil }
            seconds += value.number * value.unit
            last = value.unit
        }
        return rest.isEmpty && last.isFinite ? seconds : nil
    }

    /// Removes a number and its unit from the start of a text and returns them; `nil` if none is there.
    private static func next(_ rest: inout Substring) -> (number: Double, unit: Double)? {
        var text = rest.drop { $0 == " " || $0 == "," }
        let digits = text.prefix { $0.isNumber || $0 == "." }
        text = text.dropFirst(digits.count).drop { $0 == " " }
        let word = text.prefix(while: \.isLetter)
        guard let number = number(digits), let unit = names[String(word)] else { return nil }
        rest = text.dropFirst(word.count).drop { $0 == "." || $0 == " " }
        return (number, unit)
    }

    private static let names: [String: Double] = [
        "d": 86_400, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600, "m": 60, "min": 60,
        "mins": 60, "minute": 60, "minutes": 60, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
    ]
}
