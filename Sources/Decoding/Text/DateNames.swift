import Records

/// The words in dates: months, weekdays, zones; also those that publishers use in other languages.
enum DateNames {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// Hours east of UTC. Source: RFC 822 §5.1.
    private static let zones: [String: Int] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "etc/gmt": 0, "ast": -4, "adt": -3, "est": -5, "edt": -4,
        "et": -5,
        "cst": -6, "cdt": -5, "ct": -6, "mst": -7, "mdt": -6, "mt": -7, "pst": -8, "pdt": -7, "pt": -8,
        "a": -1, "n": 1, "m": -12, "y": 12, "bst": 1, "cet": 1, "cest": 2, "met": 1, "eet": 2, "msk": 3,
        "jst": 9, "kst": 9,
    ]
    private static let foreign: [(String, String)] = [
        ("januári", "01"), ("januar", "01"), ("februári", "02"), ("március", "03"), ("április", "04"),
        ("április", "04"), ("máujus", "05"), ("május", "05"), ("június", "06"), ("július", "07"),
        ("augusztus", "08"), ("szeptember", "09"), ("október", "10"), ("Ιαν", "Jan"), ("Φεβ", "Feb"),
        ("Μάώ", "Mar"), ("Μαώ", "Mar"), ("Μάρ", "Mar"), ("Μαρ", "Mar"), ("Απρ", "Apr"), ("Μάι", "May"),
        ("Μαϊ", "May"), ("Μαι", "May"), ("Ιούν", "Jun"), ("Ιον", "Jun"), ("Ιουν", "Jun"), ("Ιούλ", "Jul"),
        ("Ιολ", "Jul"), ("Ιουλ", "Jul"), ("Αύγ", "Aug"), ("Αυγ", "Aug"), ("Σεπ", "Sep"), ("Οκτ", "Oct"),
        ("Νοέ", "Nov"), ("Νοε", "Nov"), ("Δεκ", "Dec"), ("Κυρ", "Sun"), ("Δευ", "Mon"), ("Τρι", "Tue"),
        ("Τετ", "Wed"), ("Πεμ", "Thu"), ("Παρ", "Fri"), ("Σαβ", "Sat"), ("년", "-"), ("월", "-"), ("일", ""),
        ("年", "-"), ("月", "-"), ("日", ""),
        ("오전", "am"), ("오후", "pm"),
    ]

    /// Returns the text as bytes, with the date words of other languages translated into English.
    static func translated(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        guard bytes.contains(where: { !$0.isASCII }) else { return bytes }
        for (word, english) in foreign {
            bytes = replacing(Array(word.utf8), with: Array(english.utf8), in: bytes)
        }
        return joined(bytes)
    }

    /// The first letters of months in German, French, Spanish, Italian, Portuguese, Dutch and Swedish that differ
    /// from English ones; no two languages mean different months by the same letters.
    private static let otherMonths: [(String, Int)] = [
        ("ene", 1), ("gen", 1), ("fév", 2), ("fev", 2), ("mär", 3), ("mrz", 3), ("maart", 3), ("mrt", 3),
        ("avr", 4),
        ("abr", 4), ("mai", 5), ("mei", 5), ("maj", 5), ("mag", 5), ("juin", 6), ("giu", 6), ("juil", 7),
        ("lug", 7),
        ("aoû", 8), ("aou", 8), ("ago", 8), ("set", 9), ("okt", 10), ("ott", 10), ("out", 10), ("déc", 12),
        ("dez", 12), ("dic", 12),
    ]

    /// Returns 1...12 for a month in English or a language above, abbreviated or in full.
    static func month(_ word: String) -> Int? {
        let word = word.lowercased()
        guard word.utf8.count >= 3, word.utf8.count <= 11 else { return nil }
        if let month = otherMonths.first(where: { word.hasPrefix($0.0) })?.1 { return month }
        return months.firstIndex { word.hasPrefix($0) }.map { $0 + 1 }
    }

    /// Whether a word begins like a weekday in English or French.
    static func isWeekday(_ word: String) -> Bool {
        let letters = word.utf8.prefix { $0 != .period }
        guard letters.count >= 2 else { return false }
        return weekdays.contains { word.hasPrefix($0) }
            || [
                "lun", "mar", "mer", "jeu", "ven", "sam", "dim", "thur", "so", "mo", "di", "mi", "do", "fr",
                "sa",
            ]
            .contains(String(decoding: letters, as: UTF8.self))
    }

    /// Returns the offset of a named time zone, in seconds east of UTC; the name may be in parentheses.
    static func zone(_ word: String) -> Int? { zones[word].map { $0 * 3600 } }

    private static func replacing(_ word: [UInt8], with other: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at...].starts(with: word) {
                result += other
                at += word.count
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }

    /// Removes spaces after a hyphen, so that `2004- 05- 28` is one word.
    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        bytes.indices.filter { index in
            bytes[index] != .space || index == 0 || bytes[index - 1] != .hyphen
        }.map { bytes[$0] }
    }
}
