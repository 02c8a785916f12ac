extension String {
    /// The same with letters that are no letter and mark to Unicode written as those do who do not have them on their
    /// keyboards: `Łódź` as `Lódź`, `Straße` as `Strasse`. Marks on letters are folded by the index itself.
    ///
    /// Source: Unicode CLDR, transform Latin-ASCII.
    var folded: String {
        // All of them have more than one byte, the first of which is not less.
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
    /// The letters it is written as, in small ones since case does not matter; `nil` where it stays.
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
