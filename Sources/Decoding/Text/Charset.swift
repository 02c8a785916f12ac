import Glibc
import Records

/// A character encoding, by its name in iconv.
public struct Charset: Hashable, Sendable {
    /// The name, such as `UTF-8` or `SHIFT_JIS`.
    public let name: String

    /// UTF-8.
    public static let utf8 = Charset(known: "UTF-8")
    /// The usual encoding of documents labelled ISO-8859-1.
    public static let windows1252 = Charset(known: "WINDOWS-1252")

    static let utf16LittleEndian = Charset(known: "UTF-16LE")
    static let utf16BigEndian = Charset(known: "UTF-16BE")

    private init(known name: String) { self.name = name }

    /// Finds an encoding by a label in any case, as used in HTTP, XML and definitions.
    ///
    /// `CharsetNames` has the usual labels; iconv knows others.
    ///
    /// - Returns: `nil` if this machine does not know the encoding.
    public init?(label: String) {
        // The suffixes of iconv, such as `//IGNORE`, are no part of a label.
        let marks: Set<UInt8> = [.hyphen, .underscore, .colon, .period, .plus]
        let blanks: Set<UInt8> = [.quote, .apostrophe]
        let bytes = label.utf8.filter { !$0.isWhitespace && !blanks.contains($0) }
        guard !bytes.isEmpty, bytes.allSatisfy({ $0.isLetterOrDigit || marks.contains($0) }) else {
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self).uppercased()
        let name = CharsetNames.name(text) ?? text
        guard Charset.own.contains(name) || TextConverter.knows(name) else { return nil }
        self.name = name
    }

    /// The encodings that are read without iconv, whose tables are not installed on every machine.
    private static let own: Set<String> = [utf8.name, windows1252.name]

    /// Whether all characters have at least two bytes.
    var isWide: Bool {
        ["UTF-16", "UTF16", "UTF-32", "UTF32", "UCS", "ISO-10646-UCS"].contains { name.hasPrefix($0) }
    }

    /// Whether each ASCII byte stands for itself, wherever it is.
    var isASCIISuperset: Bool {
        if self == .utf8 || self == .windows1252 { return true }
        guard let converter = TextConverter(from: self) else { return false }
        // Charsets that switch between sets of characters do so by ESC.
        let ascii = (UInt8.space..<UInt8.delete).map { $0 } + [.tab, .newline, UInt8(ascii: "\u{1B}")]
        var text: [UInt8] = []
        converter.convert(ascii.span, into: &text)
        return text == ascii
    }

    /// The byte order mark, U+FEFF, in each encoding; UTF-32 precedes UTF-16, whose mark begins its own.
    ///
    /// Source: The Unicode Standard, section 23.8.
    private static let marks: [(mark: [UInt8], name: String)] = [
        (Array("\u{FEFF}".utf8), "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"),
        ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]

    /// Returns the encoding and length of the byte order mark at the start; `nil` if there is none.
    ///
    /// Needs four bytes; with fewer, UTF-32 may be taken for UTF-16.
    public static func mark(_ bytes: [UInt8]) -> (charset: Charset, length: Int)? {
        marks.first { bytes.starts(with: $0.mark) }.map { (Charset(known: $0.name), $0.mark.count) }
    }
}
