import Compression
import Records

/// The texts of a record whose words the index has.
///
/// They are kept beside the index, which has no copy of them: the words of a record are removed from it by its
/// former texts.
///
/// Source: SQLite, fts5.html §4.4.1 (contentless tables) and §6.1 (the delete command).
struct IndexedTexts: Equatable {
    /// The title and the key.
    let names: String
    /// The distinct words of the data.
    let body: String

    init(of record: Record) {
        let title = record.title.map { $0.folded + " " } ?? ""
        names = title + record.key.folded
        body = record.wording.folded
    }

    /// The first letter, and the first two letters, of the words of the names, each once.
    ///
    /// With these, the records whose names have a word that begins with one or two letters are looked up like
    /// those with a word. FTS5 itself would keep the beginnings of all words, which takes as much room and
    /// twice as much time as the words.
    var beginnings: String {
        var found: Set<String> = []
        for word in names.unicodeScalars.split(whereSeparator: { !$0.isOfIndexedWord }) {
            let letters = word.lazy.filter { !$0.isAccent }
            for count in 1...2 { found.insert(String(String.UnicodeScalarView(letters.prefix(count)))) }
        }
        return found.joined(separator: " ")
    }
}

extension IndexedTexts {
    /// Separates the texts: no text has this byte.
    private static let separator: UInt8 = 0xFF
    /// The size in bytes from which on texts are compressed: below, it saves too little for its time.
    private static let compressed = 200

    /// Returns the texts as the bytes that are stored: their size and, if that is smaller than the texts, their
    /// compressed form.
    func stored(by compressor: TextCompressor) -> [UInt8] {
        let texts = Array(names.utf8) + [IndexedTexts.separator] + Array(body.utf8)
        let plain = [0, 0, 0, 0] + texts
        guard texts.count >= IndexedTexts.compressed else { return plain }
        let size = withUnsafeBytes(of: UInt32(truncatingIfNeeded: texts.count).littleEndian) { Array($0) }
        let short = size + compressor.compress(texts)
        return short.count < plain.count ? short : plain
    }

    /// Reads stored bytes; `nil` if they are damaged.
    init?(_ stored: [UInt8], by compressor: TextCompressor) {
        guard stored.count > 4 else { return nil }
        let size = stored[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
        // A text is compressed at most to a thousandth.
        guard size <= stored.count * 1_100 else { return nil }
        let texts = size == 0 ? stored[4...] : compressor.decompress(stored[4...], size: size)?[...]
        guard let texts, let end = texts.firstIndex(of: IndexedTexts.separator) else { return nil }
        names = String(decoding: texts[..<end], as: UTF8.self)
        body = String(decoding: texts[(end + 1)...], as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Whether the index ignores the scalar behind a letter.
    ///
    /// Source: SQLite, fts5.html §4.3.1 (remove_diacritics); the combining marks that it knows.
    var isAccent: Bool { (0x300...0x331).contains(value) }

    /// Whether the index takes the scalar as part of a word: not one of the marks that are vowels.
    fileprivate var isOfIndexedWord: Bool {
        if isASCII { return UInt8(value).isLetterOrDigit }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return isAccent
        default: return isOfWord
        }
    }
}
