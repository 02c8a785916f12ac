import Decoding
import Records

/// The words of a text that are separated by white space, where a comma joins what is before and after it,
/// with or without white space between.
struct CommaWords {
    /// The words, without white space.
    let words: [ArraySlice<UInt8>]

    init(_ text: String) {
        var words: [ArraySlice<UInt8>] = []
        let bytes = Array(text.utf8)
        for place in bytes.span.parts(separatedBy: \.isWhitespace) {
            let word = bytes[place]
            if let last = words.last, last.last == .comma || word.first == .comma {
                words[words.count - 1] += word
            } else {
                words.append(word)
            }
        }
        self.words = words
    }
}
