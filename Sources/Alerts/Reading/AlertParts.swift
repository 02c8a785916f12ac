import Decoding
import Records

/// The division of a folder's files, which are read as one document, into its XML documents.
enum AlertParts {
    private static let declaration = Array("<?xml ".utf8)

    /// Returns the documents: each begins with a declaration at the start of a line, or after the end of a
    /// document whose outermost element is `alert`; others may contain several of them.
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        var at = 0
        while let next = bytes[at...].firstIndex(of: .lessThan) {
            at = next + 1
            if next > start, next == 0 || bytes[next - 1].isLineEnd, bytes[next...].starts(with: declaration)
            {
                add(bytes[start..<next], to: &parts)
                start = next
            } else if let end = endOfAlert(bytes, at: next), isAlert(bytes[start..<next]),
                begins(bytes, from: end)
            {
                add(bytes[start..<end], to: &parts)
                start = end
                at = end
            }
        }
        add(bytes[start...], to: &parts)
        return parts
    }

    /// Whether the first element of a document is `alert`, with any prefix.
    private static func isAlert(_ document: ArraySlice<UInt8>) -> Bool {
        var rest = document
        while let next = rest.firstIndex(of: .lessThan) {
            rest = rest[(next + 1)...]
            guard let first = rest.first else { return false }
            // A declaration, an instruction, a comment or a type precedes the element.
            if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") {
                let isComment = rest.starts(with: "!--".utf8)
                rest = rest[(end(of: rest, isComment: isComment))...]
            } else {
                let tag = rest.prefix { !$0.isWhitespace && $0 != .greaterThan && $0 != .slash }.prefix(64)
                return (tag.split(separator: .colon).last ?? []).elementsEqual("alert".utf8)
            }
        }
        return false
    }

    /// Returns the offset after a comment, or after the next `>`.
    private static func end(of text: ArraySlice<UInt8>, isComment: Bool) -> Int {
        let close = Array("-->".utf8)
        var rest = text
        while let next = rest.firstIndex(of: .greaterThan) {
            if !isComment || text[...next].suffix(3).elementsEqual(close) { return next + 1 }
            rest = rest[(next + 1)...]
        }
        return text.endIndex
    }

    private static func add(_ part: ArraySlice<UInt8>, to parts: inout [ArraySlice<UInt8>]) {
        if parts.isEmpty || part.contains(where: { $0 > .space }) { parts.append(part) }
    }

    /// Returns the offset after an end tag `alert` with any prefix; `nil` if there is none here.
    private static func endOfAlert(_ bytes: [UInt8], at place: Int) -> Int? {
        guard place + 1 < bytes.count, bytes[place + 1] == .slash else { return nil }
        let rest = bytes[(place + 2)...].prefix(64)
        guard let close = rest.firstIndex(of: .greaterThan) else { return nil }
        let name = rest[..<close].split(separator: .colon).last ?? []
        return name.prefix { !$0.isWhitespace }.elementsEqual("alert".utf8) ? close + 1 : nil
    }

    /// Whether a further message begins after white space.
    private static func begins(_ bytes: [UInt8], from place: Int) -> Bool {
        let rest = bytes[place...].drop { $0.isWhitespace }
        guard rest.first == .lessThan else { return false }
        if rest.starts(with: declaration) { return true }
        let tag = rest.dropFirst().prefix { !$0.isWhitespace && $0 != .greaterThan }.prefix(64)
        return (tag.split(separator: .colon).last ?? []).elementsEqual("alert".utf8)
    }
}
