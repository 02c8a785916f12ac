import Records

/// The division of an endless stream of concatenated CAP messages into documents.
///
/// A document begins with its XML declaration or, without one, with the start tag `alert`, with any prefix,
/// and ends with the end tag `alert`. One that begins while another is open shows that the other one was cut.
/// Markup inside comments and CDATA sections does not count.
///
/// Source: NAAD, Last Mile Distributor guide: messages follow each other without a frame; XML 1.0 §2.
public struct AlertSplitter: Sendable {
    /// The reason why a stream cannot be read any further.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// A document has more bytes than the given number.
        case tooLong(Int)
        /// The given number of bytes contains no message.
        case noMessage(Int)

        /// The reason as part of a sentence.
        public var description: String {
            switch self {
            case .tooLong(let most): "a message has more than \(most) bytes: LinkedMaxBytes= can allow more"
            case .noMessage(let most): "\(most) bytes contain no CAP message"
            }
        }
    }

    /// The maximum number of bytes between two documents.
    private static let longestGap = 65_536

    /// The maximum size of a document, in bytes.
    private let maximumBytes: Int
    private var buffer: [UInt8] = []
    /// The place of the document's first byte; `nil` before it.
    private var start: Int?
    /// Whether the start tag `alert` was read.
    private var isOpen = false
    /// The place from which the next markup is searched.
    private var at = 0
    /// The place from which the end of that markup is searched.
    private var resume = 0
    /// The number of bytes since the last document that belong to none.
    private var gap = 0
    /// The number of documents that were cut.
    public private(set) var cutCount = 0

    /// Creates a splitter for documents of a size, in bytes.
    public init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The number of bytes that it holds.
    public var heldBytes: Int { buffer.capacity }

    /// Adds the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which may begin and end anywhere.
    ///   - documents: Receives the documents that are complete.
    /// - Throws: `Fault` if the stream cannot be read any further; the documents before count.
    public mutating func add(_ bytes: [UInt8], to documents: inout [[UInt8]]) throws(Fault) {
        buffer += bytes
        while let markup = nextMarkup() { read(markup, to: &documents) }
        discardOthers()
        guard start == nil || buffer.count <= maximumBytes else { throw .tooLong(maximumBytes) }
        guard start != nil || gap + buffer.count <= AlertSplitter.longestGap else {
            throw .noMessage(AlertSplitter.longestGap)
        }
    }

    /// Returns the next complete markup, from its `<` to the end; `nil` if it is not complete yet.
    private mutating func nextMarkup() -> Range<Int>? {
        guard let begin = buffer[at...].firstIndex(of: .lessThan) else {
            at = buffer.count
            return nil
        }
        at = begin
        guard let kind = Markup(buffer[begin...]) else { return nil }
        let close = Array(kind.close)
        var next = max(resume, begin + kind.openingCount)
        while let last = buffer[next...].firstIndex(of: .greaterThan) {
            next = last + 1
            guard next - close.count >= begin + kind.openingCount,
                buffer[(next - close.count)..<next].elementsEqual(close)
            else { continue }
            at = next
            resume = next
            return begin..<next
        }
        resume = buffer.count
        return nil
    }

    private mutating func read(_ place: Range<Int>, to documents: inout [[UInt8]]) {
        let inside = buffer[place].dropFirst().dropLast()
        if inside.starts(with: "?xml".utf8), inside.dropFirst(4).first?.isWhitespace == true {
            startDocument(at: place.lowerBound)
        } else if inside.first == .slash {
            if isOpen, inside.dropFirst().hasName("alert") { endDocument(at: place.upperBound, &documents) }
        } else if inside.hasName("alert") {
            if isOpen || start == nil { startDocument(at: place.lowerBound) }
            isOpen = true
        }
    }

    private mutating func startDocument(at place: Int) {
        if isOpen { cutCount += 1 }
        start = place
        isOpen = false
    }

    private mutating func endDocument(at place: Int, _ documents: inout [[UInt8]]) {
        if let start { documents.append(Array(buffer[start..<place])) }
        start = nil
        isOpen = false
        // The bytes that are discarded next include those of the document.
        gap = -place
    }

    /// Discards what belongs to no document, and frees the memory of an empty buffer.
    private mutating func discardOthers() {
        let count = start ?? at
        if start == nil { gap += count }
        guard count > 0 else { return }
        if count == buffer.count { buffer = [] } else { buffer.removeFirst(count) }
        start = start.map { _ in 0 }
        at -= count
        resume = max(0, resume - count)
    }
}

/// The markup that a `<` begins, by its end.
private enum Markup {
    case comment
    case data
    case other

    private static let commentOpening = Array("<!--".utf8)
    private static let dataOpening = Array("<![CDATA[".utf8)

    /// Finds the markup at the beginning of bytes; `nil` if they are too few to say.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count > 1 else { return nil }
        for (opening, kind) in [(Markup.commentOpening, Markup.comment), (Markup.dataOpening, .data)] {
            if bytes.starts(with: opening) {
                self = kind
                return
            }
            if bytes.count < opening.count, opening.starts(with: bytes) { return nil }
        }
        self = .other
    }

    /// The bytes that end it.
    var close: String.UTF8View {
        switch self {
        case .comment: "-->".utf8
        case .data: "]]>".utf8
        case .other: ">".utf8
        }
    }

    /// The number of bytes before those that may end it.
    var openingCount: Int {
        switch self {
        case .comment: Markup.commentOpening.count
        case .data: Markup.dataOpening.count
        case .other: 1
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the inside of a tag begins with a name, with any prefix.
    fileprivate func hasName(_ name: String) -> Bool {
        let tag = prefix { !$0.isWhitespace && $0 != .slash }.prefix(80)
        return (tag.split(separator: .colon, omittingEmptySubsequences: false).last ?? []).elementsEqual(
            name.utf8)
    }
}
