import Records

/// The end of an advisory by another one, `EISN SHANNON FIR CNL SIGMET 1 281200/281600`.
///
/// Source: ICAO Annex 3, appendix 6, table A6-1A, cancellation of SIGMET.
struct AdvisoryCancellation {
    /// The moment from which it counts; `nil` if unknown.
    let onset: UTC?
    private let region: String?
    private let kind: String
    /// The possible numbers of the other advisory: one word, or two.
    private let series: [String]
    /// The validity of the other advisory, `281200/281600`; `nil` if it is not stated.
    private let period: String?

    /// Reads a cancellation; `nil` if the advisory is none, or does not say which one it ends.
    init?(_ advisory: Advisory) {
        let words = advisory.words
        guard advisory.isVoid, let mark = AdvisoryCancellation.mark(in: words) else { return nil }
        kind = words[mark + 1]
        let rest = words[(mark + 2)...].prefix(3)
        period = rest.first(where: AdvisoryHeading.isPeriod)
        let names = rest.prefix { !AdvisoryHeading.isPeriod($0) }.prefix(2)
        guard let name = names.first, !AdvisoryHeading.plain(name).isEmpty else { return nil }
        series = [name, names.joined()].map(AdvisoryHeading.plain)
        region = advisory.region
        onset = advisory.onset
    }

    /// Returns the index of the word for the cancellation; `nil` if there is none.
    static func mark(in words: [String]) -> Int? {
        words.indices.dropLast().first { index in
            ["CNL", "CANCEL"].contains(words[index]) && ["SIGMET", "AIRMET"].contains(words[index + 1])
        }
    }

    /// Whether it ends an advisory.
    func ends(_ other: Advisory) -> Bool {
        guard other.region == region, other.advisory == kind, !other.isVoid else { return false }
        let names = [other.source.text("seriesId"), other.heading?.series].compactMap(\.self)
        guard names.map(AdvisoryHeading.plain).contains(where: series.contains) else { return false }
        guard let period else {
            return onset.flatMap { onset in other.onset.map { $0 <= onset } } ?? true
        }
        return other.heading?.period.map { $0 == period }
            ?? other.onset.map { AdvisoryHeading.start(of: $0) == period.prefix(6) } ?? true
    }
}

/// The first line of an advisory, `WAAF SIGMET 11 VALID 271320/271920 WAAA-`.
struct AdvisoryHeading {
    /// The indicator of the region.
    let region: String?
    /// The number, of one word or two.
    let series: String
    /// The validity; `nil` if it has another form.
    let period: String?

    /// Finds the line in a text; `nil` if it has none.
    init?(_ words: [String]) {
        guard let start = words.firstIndex(where: { ["SIGMET", "AIRMET"].contains($0) }),
            let valid = words[start...].prefix(4).firstIndex(of: "VALID"), valid > start + 1
        else { return nil }
        region = start > 0 ? words[start - 1] : nil
        series = words[(start + 1)..<valid].joined()
        period = words[valid...].dropFirst().first.flatMap { AdvisoryHeading.isPeriod($0) ? $0 : nil }
    }

    /// Whether a word is a validity, `281200/281600`.
    static func isPeriod(_ word: String) -> Bool {
        let parts = word.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { $0.count == 6 && $0.allSatisfy(\.isDigit) }
    }

    /// Returns a number without leading zeros and marks: `A2` for `A02`.
    static func plain(_ series: String) -> String {
        var plain = ""
        for letter in series.uppercased() where letter.isLetter || letter.isNumber {
            if letter == "0", plain.last?.isNumber != true { continue }
            plain.append(letter)
        }
        return plain
    }

    /// Returns the start of a validity, `281200`.
    static func start(of moment: UTC) -> String {
        String(moment.description.dropFirst(8).prefix(8).filter(\.isNumber))
    }
}
