import Records

/// Zones as feeds name them.
enum ZoneNames {
    /// Returns the offset that a word states, in the form of ISO 8601: `+0200`, `GMT+2`, `UTC+02:00`, or a name
    /// with one meaning; `nil` if it states none.
    static func offset(_ word: String) -> String? {
        if let minutes = minutes[word.uppercased()] { return text(minutes) }
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

    /// The offsets of names with one meaning, in minutes east of Greenwich. IST, CST, BST, AST and others have
    /// several.
    ///
    /// Source: RFC 5322, section 4.3, and the tz database, `%z` and abbreviations.
    private static let minutes: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "MET": 60, "CEST": 120,
        "MEST": 120,
        "MESZ": 120, "MEZ": 60, "EET": 120, "EEST": 180, "MSK": 180, "SAST": 120, "CAT": 120, "WAT": 60,
        "EAT": 180,
        "TRT": 180, "PKT": 300, "NPT": 345, "ICT": 420, "WIB": 420, "WITA": 480, "WIT": 540, "HKT": 480,
        "SGT": 480,
        "AWST": 480, "PHT": 480, "JST": 540, "KST": 540, "ACST": 570, "AEST": 600, "ACDT": 630, "AEDT": 660,
        "NZST": 720, "NZDT": 780, "BRT": -180, "ART": -180, "UYT": -180, "CLT": -240, "CLST": -180,
        "COT": -300,
        "PET": -300, "VET": -240, "BOT": -240, "NST": -210, "NDT": -150, "ADT": -180, "EST": -300,
        "EDT": -240,
        "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480,
        "HST": -600,
    ]
}
