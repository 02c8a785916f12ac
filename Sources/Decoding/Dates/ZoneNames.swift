import Records

/// Zones as feeds name them.
enum ZoneNames {
    /// Returns the offset that a word states, in the form of ISO 8601: `+0200`, `GMT+2`, `UTC+02:00`, or a
    /// name with one meaning; `nil` if it states none.
    static func offset(_ word: String) -> String? {
        if let minutes = minutes(word) { return text(minutes) }
        guard let sign = word.firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let name = word[..<sign].uppercased()
        guard name.isEmpty || ["GMT", "UTC", "UT", "Z"].contains(name) else { return nil }
        // A zone of its own after `Z` is a fault of the program: `Z` counts.
        if name == "Z" { return "Z" }
        return numeric(word[sign...])
    }

    /// Returns the offset of a name with one meaning, in minutes east of UTC; `nil` if it has none.
    static func minutes(_ name: String) -> Int? { ZoneOffsets.minutes[name.lowercased()] }

    /// Whether a name has several meanings: China and North America have a CST, Bangladesh and Britain a BST.
    static func isAmbiguous(_ name: String) -> Bool { ambiguous.contains(name.lowercased()) }

    /// Whether a word of a date is such a name.
    static func hasAmbiguous(_ text: String) -> Bool { ambiguousName(in: text) != nil }

    /// Returns the first word of a date that is such a name; `nil` if there is none.
    static func ambiguousName(in text: String) -> Substring? {
        text.split { !$0.isLetter }.first { $0.utf8.count == 3 && isAmbiguous(String($0)) }
    }

    private static let ambiguous: Set<String> = ["cst", "bst", "ast", "ist"]

    /// Whether a word may be the name of a zone, such as `AEST` or the letter of a military one.
    static func isName(_ word: String) -> Bool {
        let isShort = (1...5).contains(word.utf8.count) && word.utf8.allSatisfy(\.isLetter)
        return isShort || word.utf8.contains(.slash) && word.utf8.first.map(\.isLetter) ?? false
    }

    /// Returns the name of a zone in the tz database or of several meanings at the end of a date, and the
    /// text before it; `nil` if there is none.
    static func split(_ text: String) -> (rest: String, name: String)? {
        guard let blank = text.lastIndex(of: " ") else { return nil }
        let name = String(text[text.index(after: blank)...])
        let isZone = isAmbiguous(name) || isName(name) && name.utf8.contains(.slash)
        // A name after an offset adds nothing.
        let rest = String(text[..<blank]).trimmingBlanks
        let hasOffset = rest.utf8.suffix(6).contains { $0 == .plus } || rest.utf8.suffix(5).first == .hyphen
        return isZone && !hasOffset ? (rest, name) : nil
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
