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
    /// ISO-8859-1 and US-ASCII are read as windows-1252, their superset, since documents with these labels
    /// contain its quotes and dashes. Source: WHATWG Encoding Standard §4.2.
    ///
    /// - Returns: `nil` if this machine does not know the encoding.
    public init?(label: String) {
        let blanks: Set<UInt8> = [.tab, .newline, .formFeed, .carriageReturn, .space, .quote, .apostrophe]
        let name = String(decoding: label.utf8.filter { !blanks.contains($0) }, as: UTF8.self).uppercased()
        switch name {
        case "UTF-8", "UTF8": self = .utf8
        case "WINDOWS-1252", "CP1252", "X-CP1252", "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1",
            "LATIN-1", "L1", "US-ASCII", "ASCII":
            self = .windows1252
        case "CSIBM861": self = Charset(known: "IBM861")
        case "MACLATIN2", "X-MAC-CE", "MACCE": self = Charset(known: "MAC-CENTRALEUROPE")
        default:
            guard TextConverter.knows(name) else { return nil }
            self.name = name
        }
    }

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
