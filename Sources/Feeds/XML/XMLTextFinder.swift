import Decoding
import Records

/// A search for the text of one element, or the value of one of its attributes, in an XML document that
/// arrives in slices.
///
/// A document that is not XML has no such text: its decoder reports the fault.
package struct XMLTextFinder {
    private let target: XMLTarget
    private var reader: XMLReader?
    private var decoder: TextDecoder?
    private var repair = XMLRepair()

    /// The text without white space around it; `nil` if it was not found so far.
    package var text: String? { target.found }

    /// Creates a search for the first element on a path of names from the outermost one, such as `feed`,
    /// `updated`; the last name is that of an attribute if it begins with `@`.
    package init(_ names: [String]) { target = XMLTarget(names) }

    /// Searches the next slice.
    package mutating func read(_ bytes: Span<UInt8>) {
        guard target.found == nil else { return }
        if decoder == nil { start(with: bytes) }
        var text: [UInt8] = []
        decoder?.decode(bytes, into: &text)
        reader?.read(repair.repaired(text.span, isLast: false), isLast: false)
    }

    /// Searches the rest after the last slice.
    package mutating func finish() {
        defer { reader = nil }
        guard target.found == nil else { return }
        var text: [UInt8] = []
        decoder?.finish(into: &text)
        reader?.read(repair.repaired(text.span, isLast: true), isLast: true)
    }

    private mutating func start(with bytes: Span<UInt8>) {
        var first: [UInt8] = []
        first.append(bytes.extracting(0..<min(bytes.count, FeedCharset.sampleSize)))
        decoder = TextDecoder(
            charset: FeedCharset.revealed(first), labels: [FeedCharset.declared(first)].compactMap(\.self))
        // Without libxml2, the document cannot be decoded either.
        reader = try? XMLReader(builder: target)
    }
}

/// A handler of XML events that waits for one element.
private final class XMLTarget: XMLReceiver {
    /// The maximum length of the text, in bytes.
    private static let longest = 256

    private let names: [String]
    private let attribute: String?
    /// The number of open elements, and of those on the path from the outermost one.
    private var depth = 0
    private var matched = 0
    private var bytes: [UInt8] = []
    private(set) var found: String?

    init(_ names: [String]) {
        let last = names.last ?? ""
        attribute = last.utf8.first == UInt8(ascii: "@") ? String(last.dropFirst()) : nil
        self.names = attribute == nil ? names : names.dropLast()
    }

    /// Whether the innermost open element is the one at the end of the path.
    private var isThere: Bool { depth == matched && matched == names.count }

    override func start(_ name: XMLName, with attributes: XMLAttributes, namespaces: Int) {
        depth += 1
        guard found == nil, depth == matched + 1, matched < names.count,
            names[matched].hasName(name)
        else { return }
        matched += 1
        guard isThere else { return }
        bytes = []
        if let attribute { found = attributes.all.first { $0.name.hasBytes(of: attribute) }?.value }
    }

    override func end(_ name: XMLName) {
        if isThere, attribute == nil, found == nil { found = String(decoding: bytes, as: UTF8.self).trimmed }
        if depth == matched { matched -= 1 }
        depth -= 1
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isThere, attribute == nil, self.bytes.count + bytes.count <= XMLTarget.longest else {
            return
        }
        unsafe self.bytes.append(contentsOf: bytes)
    }
}

extension String {
    /// Whether this is the name of an element, with or without its prefix.
    fileprivate func hasName(_ name: XMLName) -> Bool {
        let local = unsafe String(cString: name.local)
        guard !hasBytes(of: local) else { return true }
        return unsafe name.prefix.map { unsafe String(cString: $0) + ":" + local }.map(hasBytes) ?? false
    }

    /// The text without white space around it; `nil` if nothing remains.
    fileprivate var trimmed: String? {
        let bytes = utf8.drop { $0.isWhitespace }
        guard let last = bytes.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(bytes[...last])
    }
}
