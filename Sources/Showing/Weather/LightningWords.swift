/// Returns a remark on lightning in words: `OCNL LTGICCG OHD` is `occasional lightning in clouds and from
/// cloud to ground, overhead`; a remark with an unknown word is returned unchanged.
///
/// Source: FMH-1 12.7.1 k.
func lightningWords(_ remark: String) -> String {
    var words: [String] = []
    var places: [String] = []
    for word in remark.split(separator: " ") {
        if let often = frequencies[String(word)] {
            words.append(often)
        } else if word.hasPrefix("LTG") {
            guard let kinds = kinds(word.dropFirst(3)) else { return remark }
            words.append(kinds.isEmpty ? "lightning" : "lightning \(kinds.joined(separator: " and "))")
        } else if let place = lightningPlaces[String(word)] {
            places.append(place)
        } else if isDirection(word) {
            places.append(String(word))
        } else {
            return remark
        }
    }
    guard !words.isEmpty else { return remark }
    return ([words.joined(separator: " ")] + (places.isEmpty ? [] : [places.joined(separator: " ")]))
        .joined(separator: ", ")
}

/// Returns the kinds in a run of two-letter codes; `nil` if one is unknown.
private func kinds(_ codes: Substring) -> [String]? {
    var kinds: [String] = []
    var rest = codes
    while !rest.isEmpty {
        guard let kind = lightningKinds[String(rest.prefix(2))] else { return nil }
        kinds.append(kind)
        rest = rest.dropFirst(2)
    }
    return kinds
}

/// Whether a word is a direction or several: `N`, `SW-W`.
private func isDirection(_ word: Substring) -> Bool {
    word.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].contains($0)
    }
}

private let frequencies = ["OCNL": "occasional", "FRQ": "frequent", "CONS": "continuous"]

private let lightningKinds = [
    "IC": "in clouds", "CC": "from cloud to cloud", "CG": "from cloud to ground", "CA": "from cloud to air",
]

private let lightningPlaces = [
    "OHD": "overhead", "VC": "nearby", "DSNT": "distant", "AND": "and", "ALQDS": "in all directions",
    "THRU": "through",
]
