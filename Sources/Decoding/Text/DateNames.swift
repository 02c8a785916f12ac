import Records

/// The words in dates: weekdays, zones, and those that publishers use in other languages.
enum DateNames {
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let foreign: [(String, String)] = [
        ("januári", "01"), ("januar", "01"), ("februári", "02"), ("március", "03"), ("április", "04"),
        ("április", "04"), ("máujus", "05"), ("május", "05"), ("június", "06"), ("július", "07"),
        ("augusztus", "08"), ("szeptember", "09"), ("október", "10"), ("Ιαν", "Jan"), ("Φεβ", "Feb"),
        ("Μάώ", "Mar"), ("Μαώ", "Mar"), ("Μάρ", "Mar"), ("Μαρ", "Mar"), ("Απρ", "Apr"), ("Μάι", "May"),
        ("Μαϊ", "May"), ("Μαι", "May"),
        ("Μα\u{390}", "May"), ("Ιούν", "Jun"), ("Ιον", "Jun"), ("Ιουν", "Jun"), ("Ιούλ", "Jul"),
        ("Ιολ", "Jul"), ("Ιουλ", "Jul"), ("Αύγ", "Aug"), ("Αυγ", "Aug"), ("Σεπ", "Sep"), ("Οκτ", "Oct"),
        ("Νοέ", "Nov"), ("Νοε", "Nov"), ("Δεκ", "Dec"), ("Κυρ", "Sun"), ("Δευ", "Mon"), ("Τρι", "Tue"),
        ("Τετ", "Wed"), ("Πεμ", "Thu"), ("Παρ", "Fri"), ("Σαβ", "Sat"), ("년", "-"), ("월", "-"), ("일", ""),
        ("年", "-"), ("月", "-"), ("日", ""), ("시", ":"), ("분", ""), ("초", ""), ("時", ":"), ("时", ":"),
        ("分", ""), ("秒", ""),
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

    /// Returns the offset of a time zone by its name in lower case, in seconds east of UTC; `nil` if the name
    /// is not known.
    static func zone(_ word: String) -> Int? {
        (ZoneOffsets.minutes[word] ?? ZoneOffsets.usual[word]).map { $0 * 60 }
    }

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

    /// Removes spaces after a hyphen or a colon, so that `2004- 05- 28` is one word.
    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        bytes.indices.filter { index in
            bytes[index] != .space || index == 0 || ![.hyphen, .colon].contains(bytes[index - 1])
        }.map { bytes[$0] }
    }
}
