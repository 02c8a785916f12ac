import Records

/// Recognises a web page in place of data, as a login form or a broken server sends it.
package enum WebPage {
    /// Whether a text begins as an HTML page does, leading whitespace aside.
    package static func begins(_ text: Span<UInt8>) -> Bool {
        guard let start = (0..<text.count).first(where: { text[$0] > .space }), text[start] == .lessThan
        else {
            return false
        }
        return ["<!doctype html", "<html", "<head", "<body"].contains { starts(text, start: start, with: $0) }
    }

    private static func starts(_ text: Span<UInt8>, start: Int, with word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard start + bytes.count <= text.count else { return false }
        return bytes.indices.allSatisfy { text[start + $0] | .caseBit == bytes[$0] | .caseBit }
    }
}
