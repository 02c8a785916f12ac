package import Decoding
import Records

/// An element of an XML document with everything inside.
package struct XMLNode: Sendable {
    /// The name without prefix.
    package let name: String
    /// The namespace; empty if there is none.
    package let namespace: String
    /// The attributes, with the prefixes of the document.
    package let attributes: [(name: String, value: String)]
    /// The text directly inside, without that of child elements.
    package var text = ""
    /// The child elements in the order of the document.
    package var children: [XMLNode] = []

    /// Creates an element without content.
    package init(name: String, namespace: String, attributes: [(name: String, value: String)]) {
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
    }

    /// The text without surrounding white space; `nil` if it is empty.
    package var trimmed: String? {
        let bytes = text.utf8.drop { $0.isWhitespace }
        guard let last = bytes.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(bytes[...last])
    }

    /// Whether there is nothing inside, as in `<feed/>`.
    fileprivate var isEmpty: Bool { children.isEmpty && trimmed == nil }

    /// Returns the children of a name, in any namespace.
    package func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

    /// Returns the trimmed text of the first child of a name that has any; `nil` if there is none.
    package subscript(_ name: String) -> String? {
        for child in children where child.name == name {
            if let text = child.trimmed { return text }
        }
        return nil
    }

    /// Returns the value of an attribute by its name; `nil` if there is none.
    package func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// A document as a tree of elements, for documents that are small or are needed as a whole.
package struct XMLTree {
    /// The first element with everything inside.
    package let root: XMLNode
    /// The remarks on the document, such as a wrong encoding in its declaration.
    package let notes: [String]

    /// Parses a document: no network, no entity, any encoding, repaired like a feed.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - charset: The encoding named by the transport; `nil` if it named none.
    ///   - rows: The names of the elements that close each other where an end is missing; `nil` if the tags
    ///     must be in balance.
    /// - Throws: `DecodeError` if it has no element, ends too early, or is too large or nested too deeply.
    package init(
        parsing bytes: Span<UInt8>, charset: String? = nil, balancing rows: [String]? = nil
    ) throws(DecodeError) {
        let (text, notes) = XMLTree.text(of: bytes, charset: charset)
        let builder = XMLTreeBuilder()
        let reader = try XMLReader(builder: builder)
        var repair = XMLRepair(balancing: rows.map { XMLBalance(rows: $0) })
        var ending = FeedEnding()
        ending.add(text)
        for start in stride(from: 0, to: text.count, by: 65_536) {
            let part = text.span.extracting(start..<min(start + 65_536, text.count))
            reader.read(repair.repaired(part, isLast: false), isLast: false)
            if builder.isFull { reader.stop() }
        }
        reader.read(repair.repaired([UInt8]().span, isLast: true), isLast: true)
        let line = reader.line + repair.skippedLines
        guard let root = builder.root else {
            if builder.isFull || reader.isStopped {
                throw DecodeError(
                    part: "readable XML document, it is too large or nested too deeply", found: "",
                    offset: 0, line: line)
            }
            guard builder.isBegun else {
                throw DecodeError(.content, part: "XML document", found: bytes.opening, offset: 0)
            }
            throw DecodeError(.truncated, part: "end", found: "", offset: bytes.count, line: line)
        }
        // The parser closes the elements that are open at the end of a document that is cut off.
        guard ending.hasEnd(of: root.name) || root.isEmpty else {
            throw DecodeError(.truncated, part: "end", found: "", offset: bytes.count, line: line)
        }
        self.root = root
        self.notes = notes + repair.balance.notes
    }

    /// Returns a document as UTF-8, and the labels that its bytes disproved.
    private static func text(of bytes: Span<UInt8>, charset: String?) -> ([UInt8], [String]) {
        let first = bytes.extracting(0..<min(bytes.count, FeedCharset.sampleSize)).withUnsafeBufferPointer {
            unsafe Array($0)
        }
        let transport = charset.flatMap { CharsetLabel($0, of: .transport) }
        let labels = [transport, FeedCharset.declared(first)].compactMap { $0 }
        let isWeak = transport?.charset == .windows1252
        var decoder = TextDecoder(
            charset: FeedCharset.revealed(first), labels: isWeak ? labels.reversed() : labels)
        var text: [UInt8] = []
        decoder.decode(bytes, into: &text)
        decoder.finish(into: &text)
        return (text, decoder.notes)
    }
}

/// A handler of XML events that builds a tree.
private final class XMLTreeBuilder: XMLReceiver {
    /// The maximum number of elements, attributes and namespaces.
    private static let most = 1_000_000
    private static let greatestDepth = 100

    /// The first element once it is complete; `nil` before.
    private(set) var root: XMLNode?
    /// Whether an element has begun.
    private(set) var isBegun = false
    /// Whether the document has too many parts or is nested too deeply.
    private(set) var isFull = false
    private var open: [XMLNode] = []
    private var texts: [[UInt8]] = []
    private var count = 0

    override func start(_ name: XMLName, with attributes: XMLAttributes, namespaces: Int) {
        isBegun = true
        count += 1 + attributes.count + namespaces
        isFull = isFull || open.count >= XMLTreeBuilder.greatestDepth || count > XMLTreeBuilder.most
        guard !isFull, root == nil else { return }
        let namespace = unsafe name.namespace.map { unsafe String(cString: $0) } ?? ""
        open.append(
            XMLNode(
                name: unsafe String(cString: name.local), namespace: namespace, attributes: attributes.all))
        texts.append([])
    }

    override func end(_ name: XMLName) {
        guard !isFull, var node = open.popLast() else { return }
        node.text = String(decoding: texts.removeLast(), as: UTF8.self)
        if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isFull, !texts.isEmpty else { return }
        unsafe texts[texts.count - 1].append(contentsOf: bytes)
    }
}
