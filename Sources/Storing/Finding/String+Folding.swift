extension String {
    /// The string with special letters in the plain spelling that is usual on keyboards without them: `Łódź`
    /// as `Lódź`, `Straße` as `Strasse`. Only letters are replaced that Unicode does not decompose; the index
    /// itself removes diacritics.
    ///
    /// Source: Unicode CLDR, transform Latin-ASCII.
    var folded: String {
        // All of these letters are encoded in several bytes, the first of which is at least 0xC3.
        guard utf8.contains(where: { $0 >= 0xC3 }) else { return self }
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            if let plain = scalar.plain {
                scalars.append(contentsOf: plain.unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

extension Unicode.Scalar {
    /// The plain spelling, in lower case because case does not matter; `nil` for a letter that stays.
    fileprivate var plain: String? {
        switch self {
        case "Æ", "æ": "ae"
        case "Ð", "ð", "Đ", "đ": "d"
        case "Ħ", "ħ": "h"
        case "ı": "i"
        case "Ł", "ł": "l"
        case "Ø", "ø": "o"
        case "Œ", "œ": "oe"
        case "Ŧ", "ŧ": "t"
        case "Þ", "þ": "th"
        case "ß", "ẞ": "ss"
        default: nil
        }
    }
}
