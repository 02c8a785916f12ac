import Records

/// A fragment of HTML, of SVG within HTML, or of another language of XML.
///
/// Text and values of attributes are escaped when they are added, so that no page can forget it; names are
/// literals of the program.
///
/// ```swift
/// var page = HTML()
/// page.add("p", ["class": "note"]) {
///     $0.add(text: "wind <calm>")
///     $0.add("b", text: item.name)
/// }
/// ```
///
/// Source: HTML Living Standard, 13.3 Serializing HTML fragments.
public struct HTML: Sendable {
    /// Names and values of attributes; an attribute whose value is `nil` is left out.
    public typealias Attributes = KeyValuePairs<StaticString, String?>

    /// The fragment, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// The most bytes of a fragment, twice as many as a page of records has: what would follow is left out.
    public static let mostBytes = 8 << 20
    /// Whether something was left out, so that the fragment is not to be shown.
    public private(set) var isCut = false
    /// The positions between parts that change independently, in order.
    public private(set) var cuts: [Int] = []

    /// Makes an empty fragment.
    public init() {}

    /// Makes a fragment by adding to an empty one.
    public init(_ add: (inout HTML) -> Void) { add(&self) }

    /// Whether nothing was added.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Adds an element with content.
    public mutating func add(
        _ name: StaticString, _ attributes: Attributes = [:], content: (inout HTML) -> Void
    ) {
        open(name, attributes)
        content(&self)
        close(name)
    }

    /// Adds an element that contains text.
    public mutating func add(
        _ name: StaticString, _ attributes: Attributes = [:], text: some StringProtocol
    ) {
        open(name, attributes)
        add(text: text)
        close(name)
    }

    /// Adds an element without content and without an end tag, such as `meta`.
    public mutating func add(void name: StaticString, _ attributes: Attributes = [:]) {
        open(name, attributes)
    }

    /// Adds text.
    public mutating func add(text: some StringProtocol) { append(escaped: text) }

    /// Adds a fragment.
    public mutating func add(_ other: HTML) {
        guard hasRoom else { return }
        isCut = other.isCut
        for cut in other.cuts { cuts.append(bytes.count + cut) }
        bytes += other.bytes
    }

    /// Ends a part: what follows changes independently of it.
    mutating func cut() { cuts.append(bytes.count) }

    /// Adds markup of the program, such as the document type.
    public mutating func add(markup: StaticString) { append(markup) }

    /// Whether more can be added; otherwise the fragment is cut.
    private var hasRoom: Bool {
        mutating get {
            if bytes.count >= HTML.mostBytes { isCut = true }
            return !isCut
        }
    }

    private mutating func open(_ name: StaticString, _ attributes: Attributes) {
        guard hasRoom else { return }
        bytes.append(UInt8(ascii: "<"))
        append(name)
        for (name, value) in attributes {
            guard let value else { continue }
            bytes.append(.space)
            append(name)
            bytes += Array("=\"".utf8)
            append(escaped: value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func close(_ name: StaticString) {
        bytes += Array("</".utf8)
        append(name)
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}

extension HTML {
    /// Appends text without the characters that HTML interprets and without those that could make text
    /// appear in another place than where it is.
    private mutating func append(escaped text: some StringProtocol) {
        guard hasRoom else { return }
        if text.utf8.allSatisfy({ $0.isASCII && !$0.isControl && !HTML.isMarkup($0) }) {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars where !HTML.isHidden(scalar) { append(scalar) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "&": append("&amp;")
        case "<": append("&lt;")
        case ">": append("&gt;")
        case "\"": append("&quot;")
        case "'": append("&#39;")
        default: bytes.append(contentsOf: UTF8.encode(scalar)!)
        }
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    /// Whether a character is left out: a control character other than white space, or a bidirectional
    /// control.
    ///
    /// Source: HTML Living Standard, 3.2.5.2.5 (text); Unicode UAX #9, 2 (directional formatting characters).
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
            true
        default: false
        }
    }
}
