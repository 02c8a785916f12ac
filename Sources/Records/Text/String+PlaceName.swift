extension String {
    /// The name of a station as people write it: `London Heathrow Intl, GB` of `London/Heathrow Intl, EN, GB`.
    ///
    /// Tables and documents of stations put a slash between a town and its airport, and the code of the region
    /// before that of the country. Any other text stays as it is.
    public var placeName: String {
        var parts = utf8.split(separator: .comma).map { $0.drop { $0 == .space } }
        guard parts.count > 1, let country = parts.popLast(), String.isCode(country, 2...2, digits: false)
        else { return self }
        if parts.count > 1, let region = parts.last, String.isCode(region, 1...3, digits: true) {
            parts.removeLast()
        }
        let name = parts.map { String(Substring($0)) }.joined(separator: ", ")
        return name.replacing(text: "/", with: " ") + ", " + String(Substring(country))
    }

    /// Whether a part of a name is a code of capital letters, and of digits if those are permitted.
    private static func isCode(_ part: Substring.UTF8View, _ lengths: ClosedRange<Int>, digits: Bool) -> Bool
    {
        lengths.contains(part.count) && part.allSatisfy { $0.isUppercase || digits && $0.isDigit }
    }
}
