import Records

/// The English names of zones in words, such as `Central European Summer Time`.
///
/// Source: Unicode CLDR, metazone names in English, long forms.
enum ZonePhrases {
    /// Returns the zone of a name; `nil` if it is not known.
    static func zone(_ name: String) -> NamedZone? {
        var words = words(name)
        guard words.popLast() == "time", let last = words.last else { return nil }
        switch last {
        case "summer", "daylight": return offset(words.dropLast(), isSummer: true)
        case "standard", "mean", "universal": return offset(words.dropLast(), isSummer: false)
        default:
            let name = words.joined(separator: " ")
            if let generic = generic[name] { return .generic(generic) }
            // Without summer time, the name needs no other word.
            guard let zone = offsets[name], zone.summer == nil else { return nil }
            return .offset(zone.standard)
        }
    }

    /// Returns the words at the end of a date that name a zone, and the text before them; `nil` if there are
    /// none.
    static func split(_ text: String) -> (rest: String, name: String)? {
        let words = text.split(separator: " ")
        guard words.last?.lowercased() == "time" else { return nil }
        for count in stride(from: min(5, words.count), through: 2, by: -1) {
            let name = words.suffix(count).joined(separator: " ")
            if zone(name) != nil { return (words.dropLast(count).joined(separator: " "), name) }
        }
        return nil
    }

    private static func words(_ name: String) -> [String] {
        name.lowercased().split { $0 == " " || $0 == "-" }.map(String.init)
    }

    private static func offset(_ words: ArraySlice<String>, isSummer: Bool) -> NamedZone? {
        guard let zone = offsets[words.joined(separator: " ")] else { return nil }
        return (isSummer ? zone.summer : zone.standard).map(NamedZone.offset)
    }

    private static let generic: [String: GenericZone] = [
        "eastern": .eastern, "central": .central, "mountain": .mountain, "pacific": .pacific,
        "us eastern": .eastern, "us central": .central, "us mountain": .mountain, "us pacific": .pacific,
    ]

    /// The offsets in minutes east of UTC; `summer` is `nil` where clocks do not change.
    private static let offsets: [String: (standard: Int, summer: Int?)] = [
        "eastern": (-300, -240), "central": (-360, -300), "mountain": (-420, -360),
        "pacific": (-480, -420), "alaska": (-540, -480), "hawaii": (-600, nil),
        "hawaii aleutian": (-600, -540), "atlantic": (-240, -180), "newfoundland": (-210, -150),
        "coordinated": (0, nil), "greenwich": (0, nil), "british": (0, 60), "western european": (0, 60),
        "central european": (60, 120), "middle european": (60, 120), "eastern european": (120, 180),
        "further eastern european": (180, nil), "moscow": (180, nil), "turkey": (180, nil),
        "israel": (120, 180), "arabian": (180, nil), "gulf": (240, nil), "iran": (210, 270),
        "pakistan": (300, nil), "india": (330, nil), "nepal": (345, nil), "bangladesh": (360, nil),
        "indochina": (420, nil), "western indonesia": (420, nil), "china": (480, nil), "taipei": (480, nil),
        "hong kong": (480, nil), "singapore": (480, nil), "philippine": (480, nil), "malaysia": (480, nil),
        "japan": (540, nil), "korean": (540, nil), "australian western": (480, nil),
        "australian central": (570, 630), "australian eastern": (600, 660), "new zealand": (720, 780),
        "south africa": (120, nil), "central africa": (120, nil), "east africa": (180, nil),
        "west africa": (60, nil), "brasilia": (-180, -120), "argentina": (-180, nil),
        "colombia": (-300, nil), "peru": (-300, nil), "venezuela": (-240, nil), "chile": (-240, -180),
    ]
}
