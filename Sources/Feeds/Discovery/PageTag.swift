import Records

/// The attributes of a tag, with characters resolved.
struct PageTag {
    /// The length of the longest name of an element that is of interest.
    static let longestName = 8

    private let values: [(name: String, value: String)]

    init(_ attributes: [HTMLTag.Attribute], _ bytes: Span<UInt8>) {
        values = attributes.map { attribute in
            // The value of an attribute that has none is an empty text.
            let hasValue = attribute.value != attribute.name
            let value = hasValue ? PageTag.text(attribute.value, in: bytes) : ""
            return (PageTag.word(attribute.name, in: bytes), value)
        }
    }

    /// The value of an attribute by its name in lower case; `nil` if there is none.
    subscript(_ name: String) -> String? { values.first { $0.name == name }?.value }

    /// The link that the element is; `nil` if it has no reference.
    var link: PageLinks.Link? {
        guard let reference = self["href"]?.blanksTrimmed, !reference.isEmpty else { return nil }
        let type = (self["type"] ?? "").lowercased().prefix { $0 != ";" }
        return PageLinks.Link(
            reference: reference,
            relations: (self["rel"] ?? "").lowercased().split { $0.isWhitespace }.map(String.init),
            type: String(type).blanksTrimmed, title: self["title"]?.blanksTrimmed,
            statesLanguage: self["hreflang"]?.isEmpty == false)
    }

    /// Returns a name in lower case.
    static func word(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        String(decoding: range.map { bytes[$0].lowercased }, as: UTF8.self)
    }

    private static func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        var at = range.lowerBound
        while at < range.upperBound {
            if bytes[at] == .ampersand, let found = CharacterReference.read(bytes, at: at),
                found.next <= range.upperBound
            {
                text += Array(String(Character(found.scalar)).utf8)
                at = found.next
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// The text without blanks and line ends at its ends.
    var blanksTrimmed: String {
        let start = unicodeScalars.drop { $0.properties.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension Span<UInt8> {
    /// Whether a word in lower case begins at an offset, in any case.
    func begins(withWord word: StaticString, at place: Int) -> Bool {
        guard place + word.utf8CodeUnitCount <= count else { return false }
        for index in 0..<word.utf8CodeUnitCount
        where unsafe self[place + index].lowercased != word.utf8Start[index] { return false }
        return true
    }
}
