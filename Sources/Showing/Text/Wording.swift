/// Returns a number with commas between thousands: `85,000`; numbers up to 9999 have none.
package func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 4 else { return String(value) }
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return value < 0 ? "-" + text : text
}

/// Returns a number of things: `1 record`, `12 records`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a number of bytes: `512 B`, `48 kB`, `3.1 MB`.
public func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
}

/// Returns the nearest whole number, limited to a thousand million million; 0 for NaN.
package func nearest(_ value: Double) -> Int {
    guard !value.isNaN else { return 0 }
    return Int(max(-1e15, min(1e15, value.rounded())))
}

/// Returns the name of a member as text: `OrganisationName` is `Organisation name`, `sat_math_avg_score` is
/// `Sat math avg score`, `IFR` is unchanged.
public func readable(_ name: String) -> String {
    var words = split(name)
    guard !words.isEmpty else { return visible(name) }
    for index in words.indices where index > 0 && !isShouted(words[index]) {
        words[index] = words[index].lowercased()
    }
    words[0] = words[0].prefix(1).uppercased() + words[0].dropFirst()
    return visible(words.joined(separator: " "))
}

/// Splits a name at `_`, `-`, spaces, and between a lower-case and an upper-case letter.
private func split(_ name: String) -> [String] {
    var words = [String]()
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
        let isBreak = "_- ".contains(character)
        let follows = index > 0 && characters[index - 1].isLowercase && character.isUppercase
        let leads =
            index > 0 && index + 1 < characters.count && characters[index - 1].isUppercase
            && character.isUppercase && characters[index + 1].isLowercase
        if isBreak || follows || leads, !word.isEmpty {
            words.append(word)
            word = ""
        }
        if !isBreak { word.append(character) }
    }
    return word.isEmpty ? words : words + [word]
}

private func isShouted(_ word: String) -> Bool {
    word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber }
}

extension StringProtocol {
    /// The lines of the text, without empty ones.
    package var paragraphs: [SubSequence] { split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" } }

    /// Returns the text, or as much of its beginning as has so many bytes together with `…`.
    ///
    /// The limit counts bytes of UTF-8, because a single character may have any number of combining marks.
    ///
    /// - Parameter bytes: The maximum number of bytes, at least 3.
    /// - Returns: The text, cut between two scalars and with `…` at its end if a part is missing.
    public func shortened(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return String(self) }
        let text = String(self)
        var end = text.utf8.index(text.startIndex, offsetBy: bytes - "…".utf8.count)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }
}

/// Terms on the left and their meanings on the right, or below if there is little room.
public struct Terms: Showable, Sendable {
    private let terms: [(term: String, meaning: String)]

    /// Makes a list of terms, in order.
    public init(_ terms: [(term: String, meaning: String)]) { self.terms = terms }

    /// Returns the list, with two spaces before each term.
    public func lines(on paper: Paper) -> [Line] {
        let widest = terms.map(\.term.cells).max() ?? 0
        let edge = paper.width < 64 ? 6 : min(widest, paper.width / 2 - 4) + 4
        return terms.flatMap { lines(for: $0.term, meaning: $0.meaning, edge: edge, width: paper.width) }
    }

    private func lines(for term: String, meaning: String, edge: Int, width: Int) -> [Line] {
        let name = Line(term).indented(2)
        let meanings = Line(meaning).wrapped(to: max(20, width - edge))
        guard name.cells + 2 <= edge else {
            return name.wrapped(to: width, indent: 4) + meanings.map { $0.indented(edge) }
        }
        return [name.padded(to: edge) + meanings[0]] + meanings.dropFirst().map { $0.indented(edge) }
    }
}
