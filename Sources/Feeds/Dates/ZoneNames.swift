import Decoding
import Records

/// Zones as feeds name them.
enum ZoneNames {
    /// Returns the offset that a word states, in the form of ISO 8601: `+0200`, `GMT+2`, `UTC+02:00`, or a
    /// name with one meaning; `nil` if it states none.
    static func offset(_ word: String) -> String? {
        if let minutes = ZoneOffsets.minutes[word.lowercased()] { return text(minutes) }
        guard let sign = word.firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let name = word[..<sign].uppercased()
        guard name.isEmpty || ["GMT", "UTC", "UT", "Z"].contains(name) else { return nil }
        // A zone of its own after `Z` is a fault of the program: `Z` counts.
        if name == "Z" { return "Z" }
        return numeric(word[sign...])
    }

    /// Whether a word may be the name of a zone.
    static func isName(_ word: String) -> Bool {
        let isShort = (2...5).contains(word.utf8.count) && word.utf8.allSatisfy(\.isLetter)
        return isShort || word.utf8.contains(.slash) && word.utf8.first.map(\.isLetter) ?? false
    }

    /// Returns the offset of a sign with hours, or with hours and minutes.
    private static func numeric(_ text: Substring) -> String? {
        let digits = text.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
        let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
        guard minutes <= 14 * 60, number % 100 < 60 || digits.count <= 2 else { return nil }
        return self.text(text.first == "-" ? -minutes : minutes)
    }

    private static func text(_ minutes: Int) -> String {
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        return (minutes < 0 ? "-" : "+") + (hours < 10 ? "0\(hours)" : "\(hours)") + ":"
            + (rest < 10 ? "0\(rest)" : "\(rest)")
    }
}
