import AlmanacValues
import Records
import Showing

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
            append("=\"")
            append(escaped: value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func close(_ name: StaticString) {
        append("</")
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

/// The parts that pages are made of, besides facts and tables.
extension HTML {
    /// Adds a section with a title.
    mutating func add(
        section title: String, class name: String = "card", id: String? = nil,
        content: (inout HTML) -> Void
    ) {
        add("section", ["class": name, "id": id]) {
            $0.add("h2", text: title)
            content(&$0)
        }
    }

    /// Adds notes, each as a paragraph.
    mutating func add(notes: [Line]) {
        for note in notes { add("p", ["class": "note"], line: note) }
    }

    /// Adds why statements about all records of sources cannot be made, each as a paragraph.
    mutating func add(gaps: [Gap], on paper: Paper) {
        for gap in gaps { add("p", ["class": "note unknown"], line: gap.line(on: paper)) }
    }

    /// Adds the remark that a list has only some of its results; nothing for a complete list.
    mutating func add(_ cut: Cut, id: String = "count") {
        if !cut.isWhole { add("p", ["id": id, "role": "status"], text: cut.text) }
    }

    /// Adds a link to a record: its name or another text, shortened to so many bytes.
    mutating func add(linkTo item: Item, text: String? = nil, bytes: Int = 400, on paper: Paper) {
        let address = paper.link(path(ofRecord: item.key, in: item.source))
        add("a", ["href": address], text: (text ?? item.name).shortened(toBytes: bytes))
    }

    /// Adds a link to an address that a record states; nothing if a browser may not follow it.
    mutating func add(original address: String?, text: String) {
        guard let link = webLink(address) else { return }
        add("p") { $0.add(outside: link, text: text) }
    }

    /// Adds a link to an address outside of this site that was found safe.
    mutating func add(outside address: String, text: some StringProtocol) {
        add("a", ["href": address, "rel": "noopener noreferrer external"], text: text)
    }

    /// Adds that a report or forecast has expired.
    mutating func addExpired() {
        add("strong", ["class": "expired"], text: "expired")
        add(text: " ")
    }

    /// Adds a period: `12:00Z to Sat 12:00Z`.
    mutating func add(from: UTC, until: UTC, on paper: Paper) {
        add(time: from, text: paper.zone.when(from, from: paper.now))
        add(text: " to ")
        add(time: until, text: paper.zone.when(until, from: paper.now))
    }

    /// Adds a moment in the user's time zone; a script adds its age.
    mutating func add(moment: UTC, on paper: Paper) {
        add(
            "time", ["datetime": moment.description, "title": moment.description],
            text: paper.when(moment))
    }
}

extension HTML {
    /// Adds a line of coloured text; the colour of a run becomes a class.
    mutating func add(_ line: Line) {
        for run in line.runs {
            if let name = HTML.name(of: run.ink) {
                add("span", ["class": name], text: run.text)
            } else {
                add(text: run.text)
            }
        }
    }

    /// Adds an element that contains a line.
    mutating func add(_ name: StaticString, _ attributes: Attributes = [:], line: Line) {
        add(name, attributes) { $0.add(line) }
    }

    /// Returns the class of a colour; `nil` for the plain one.
    static func name(of ink: Ink) -> String? {
        switch ink {
        case .plain: nil
        case .strong: "strong"
        case .faint: "faint"
        case .good: "good"
        case .fair: "fair"
        case .bad: "bad"
        case .grave: "grave"
        }
    }
}
