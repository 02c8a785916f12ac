/// The layout of HTML in plain text: which elements begin a line, and which have a sign of their own.
///
/// Source: HTML Living Standard §15.3 (flow content), §15.3.7 (lists).
package enum MarkupLayout {
    /// The role of an element, in addition to that of a block.
    package enum Role: Sendable {
        case none
        case list
        case orderedList
        case item
        /// White space counts.
        case preformatted
        case image
        case raised
        case lowered
    }

    /// Elements that begin and end a line.
    package static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
        "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre",
        "section", "summary", "table", "td", "th", "tr", "ul",
    ]
    /// The roles of elements that have one.
    package static let roles: [String: Role] = [
        "ol": .orderedList, "ul": .list, "menu": .list, "dir": .list, "li": .item, "pre": .preformatted,
        "img": .image, "sup": .raised, "sub": .lowered,
    ]
    /// The sign before an item of a list without numbers.
    package static let bullet = "•"

    private static let digits = Array("0123456789+-".unicodeScalars)
    private static let raisedForms = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻".unicodeScalars)
    private static let loweredForms = Array("₀₁₂₃₄₅₆₇₈₉₊₋".unicodeScalars)
    private static let longestScript = 8

    /// Returns digits and signs as superscripts or subscripts, without which 10⁶ reads as 106; `nil` for any
    /// other text.
    package static func script(_ text: some StringProtocol, _ role: Role) -> String? {
        let forms = role == .raised ? raisedForms : loweredForms
        var script = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestScript + 1) {
            guard let index = digits.firstIndex(of: scalar) else { return nil }
            script.append(forms[index])
        }
        return 1...longestScript ~= script.count ? String(script) : nil
    }

    /// The most bytes of a sign: a flag of a region is a sequence of seven characters.
    private static let longestSign = 32

    /// Whether the alternative text of an image is a sign, such as an emoji, that belongs to the text around
    /// the image.
    package static func isSign(_ text: String) -> Bool {
        guard 1...longestSign ~= text.utf8.count, text.utf8.contains(where: { !$0.isASCII }) else {
            return false
        }
        return text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isAlphabetic && !scalar.properties.isWhitespace
        }
    }
}
