import Records

/// Names of lower-case letters, digits and hyphens, made of titles.
enum Slug {
    private static let longest = 48

    /// The letters with marks that are written with a letter of the alphabet.
    private static let plain: [Unicode.Scalar: String] = {
        let letters = [
            "a": "àáâãåāăąǎ", "ae": "äæ", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ",
            "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ", "o": "òóôõøōŏő", "oe": "öœ",
            "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťŧț", "th": "þ", "u": "ùúûũūŭůűų", "ue": "ü",
            "w": "ŵ",
            "y": "ýÿŷ", "z": "źżž",
        ]
        var table: [Unicode.Scalar: String] = [:]
        for (letter, marked) in letters { for scalar in marked.unicodeScalars { table[scalar] = letter } }
        return table
    }()

    /// Returns the name of a title; `nil` if it has too few letters and digits of ASCII to be recognised.
    static func of(_ title: String) -> String? {
        var slug = ""
        var lost = 0
        for scalar in title.lowercased().unicodeScalars {
            if scalar.value < 128, UInt8(scalar.value).isLetterOrDigit {
                slug.unicodeScalars.append(scalar)
            } else if let letters = plain[scalar] {
                slug += letters
            } else if (0x300...0x36F).contains(scalar.value) || scalar == "'" || scalar == "’" {
                continue
            } else {
                if scalar.properties.isAlphabetic { lost += 1 }
                if !slug.isEmpty, !slug.hasSuffix("-") { slug += "-" }
            }
        }
        slug = shortened(slug)
        return slug.isEmpty || lost > slug.utf8.count ? nil : slug
    }

    /// Returns the tag of a folder's title, in any script: lower-case letters and digits with hyphens between
    /// words, those of Latin without marks; `nil` if the title is blank.
    static func tag(_ title: String) -> String? {
        if let slug = of(title) { return slug }
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let tag = words.isEmpty ? withoutBlanks(title) : words.joined(separator: "-")
        return tag.isEmpty ? nil : tag
    }

    /// Returns a title of signs alone, such as an emoji, without characters that separate tags.
    private static func withoutBlanks(_ title: String) -> String {
        title.filter { !$0.isWhitespace && $0 != "/" && $0 != "," && $0 != "\\" }
    }

    /// Returns the name shortened at a hyphen to at most `longest` characters.
    private static func shortened(_ slug: String) -> String {
        var text = slug
        if text.utf8.count > longest {
            text = String(text.prefix(longest))
            if let hyphen = text.lastIndex(of: "-"), text.distance(from: text.startIndex, to: hyphen) > 8 {
                text = String(text[..<hyphen])
            }
        }
        while text.hasSuffix("-") { text.removeLast() }
        return text
    }
}
