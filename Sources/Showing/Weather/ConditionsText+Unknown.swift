package import Records

/// The unknown part of the conditions, and its effect on the category.
extension ConditionsText {
    /// The flight rules that the conditions prove.
    package var category: FlightCategory { FlightCategory(data) }

    /// Returns whether a fact that a category needs is unknown: the ceiling, the visibility or the time.
    package func lacks(_ fact: WeatherMember) -> Bool { data.lacks(fact) }

    /// The category with the reason if it is unknown: `IFR or worse`, `category unknown: ceiling not
    /// reported`.
    package var categoryWords: String {
        let reason = category == .unknown ? doubt.map { ": \($0)" } : nil
        return category.words + (reason ?? "")
    }

    /// The facts that the category lacks: `ceiling and visibility not reported`; `nil` if it lacks none.
    package var doubt: String? {
        if data[.nilReport]?.bool == true { return "report missing (NIL)" }
        let facts = [WeatherMember.ceiling, .visibility].filter(lacks).map(\.description)
        guard !facts.isEmpty else { return nil }
        let reason = data[.unparsed] == nil ? "not reported" : "not reported or not understood"
        return "\(facts.joined(separator: " and ")) \(reason)"
    }

    /// The unknown facts for a list of conditions: `visibility unknown`, `ceiling unknown`.
    package var unknownWords: [String] {
        var words: [String] = []
        if lacks(.visibility), visibility == nil { words.append("visibility unknown") }
        if isCeilingUnknown { words.append("ceiling unknown") }
        return words
    }

    /// Whether there may be a ceiling whose height is unknown, or a lower one than the known one.
    var isCeilingUnknown: Bool {
        lacks(.ceiling) || (data[.clouds]?.array ?? []).contains { $0[.cover] == "VV" && $0[.base] == nil }
    }

    /// The visibility for a cell of its own: `10 SM`, `unknown`; `nil` if none is stated.
    package var statedVisibility: String? { stated(visibility, .visibility, orElse: "perhaps less") }

    /// The visibility with its direction and the minimum, for a cell of its own.
    package var wholeStatedVisibility: String? {
        stated(wholeVisibility, .visibility, orElse: "perhaps less")
    }

    /// The sky for a cell of its own: `broken at unknown height, ceiling unknown`.
    package var statedSky: String? {
        let parts = [sky, lacks(.ceiling) ? "ceiling unknown" : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns what is known of a fact; if that is not all, it says so.
    private func stated(_ text: String?, _ fact: WeatherMember, orElse worse: String) -> String? {
        guard lacks(fact) else { return text }
        return text.map { "\($0), \(worse)" } ?? "unknown"
    }
}

extension JSON {
    /// Returns whether the list `unknown` of a report, a period or a group names a fact.
    package func lacks(_ fact: WeatherMember) -> Bool {
        (self[.unknown]?.array ?? []).contains { $0.string == fact.description }
    }
}
