import Records

/// Makes entries of the elements of a feed, whatever its format.
///
/// Libxml2 calls one method after the other; what they change most is not guarded against being changed twice at
/// once.
final class FeedBuilder {
    /// An element that is open.
    struct Frame {
        let tag: FeedTag
        /// Where its text begins.
        let start: Int
        /// What addresses lean on.
        let base: String?
        let language: String?
        var type = TextType.plain
        /// Elements stand in its text, so that the rest is escaped.
        var hasMarkup = false
        var isPermalink = true
        var isLinkText = false
    }

    /// How a text is written.
    enum TextType {
        case plain
        case html
        case xhtml
        case base64
        /// Neither text nor markup.
        case binary
    }

    /// What the feed says of itself.
    var feed = Feed()
    /// The entries that are complete and were not taken yet.
    var entries: [FeedEntry] = []
    /// The lines on which these begin, 1 is the first; as many, or none where lines mean nothing.
    var lines: [Int] = []
    /// Tells on which line the parser is; `nil` where lines mean nothing.
    var reader: XMLReader?
    /// The line on which the open entry begins.
    var entryLine = 1
    /// Whether an element of a feed was seen.
    private(set) var isFeed = false
    /// The first element, for messages.
    private(set) var root: String?
    /// Atom says what is markup; in the others it must be guessed.
    private(set) var isAtom = false
    /// Atom 1.0: the `div` around XHTML is not part of it.
    private(set) var isAtom1 = false
    /// The entry that is open; `nil` outside entries.
    @exclusivity(unchecked)
    var entry: FeedEntry?
    /// How deep the element stood that the entry's title was read from; that nearest to the root stays.
    var titleDepth: Int?
    /// As `titleDepth`, of the feed's own title.
    var feedTitleDepth: Int?
    /// As `titleDepth`, of the feed's subtitle.
    var subtitleDepth: Int?
    var period: Int?
    var frequency: Int?
    var latitude: Double?
    /// The author that is told of.
    var person = FeedPerson()
    /// The entry's id is its link, if it has no other.
    var isPermalink = false
    @exclusivity(unchecked)
    private(set) var frames: [Frame] = []
    @exclusivity(unchecked)
    private var text: [UInt8] = []
    /// How many elements are open that are text of the last frame.
    private var markupDepth = 0
    /// How many elements are open that are about something else.
    private var foreignDepth = 0
    /// How deep elements may be nested.
    private static let greatestDepth = 512
    /// Whether text of the last frame stands beside elements, so that it must be escaped.
    private var isEscaping = false
    private var tags = [Known?](repeating: nil, count: 64)
    private let url: String?

    /// The tag of a name that was met; libxml2 keeps one copy of each name, so that its address stands for it.
    private struct Known {
        let local: UnsafePointer<UInt8>
        let prefix: UnsafePointer<UInt8>?
        let namespace: UnsafePointer<UInt8>?
        let tag: FeedTag
    }

    /// - Parameter url: Where the feed came from; `nil` when it is not known.
    init(url: String?) { self.url = url }

    /// What entries and the feed's own fields are read at: the deepest open element's depth.
    var depth: Int { frames.count }

    /// An element begins.
    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if root == nil { root = unsafe String(cString: name.local) }
        if frames.count + markupDepth + foreignDepth >= FeedBuilder.greatestDepth {
            reader?.stop()
            return
        }
        if foreignDepth > 0 {
            foreignDepth += 1
        } else if markupDepth > 0 || frames.last?.tag.isText == true {
            openMarkup(name, attributes)
        } else {
            open(tag(name), name, attributes)
        }
    }

    /// An element ends.
    func end(_ name: XMLName) {
        if foreignDepth > 0 {
            foreignDepth -= 1
        } else if markupDepth > 0 {
            closeMarkup(name)
        } else if let frame = frames.popLast() {
            // Out of the way while the fields are written, so that it need not be copied.
            var content: [UInt8] = []
            swap(&content, &text)
            close(frame, content.span.extracting(frame.start..<content.count))
            content.removeLast(content.count - frame.start)
            swap(&content, &text)
            noteFrame()
        }
    }

    /// Text, or a part of one.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard foreignDepth == 0, !frames.isEmpty else { return }
        guard isEscaping else {
            unsafe text.append(contentsOf: bytes)
            return
        }
        for byte in unsafe bytes {
            switch byte {
            case 0x26: text.append(contentsOf: "&amp;".utf8)
            case 0x3C: text.append(contentsOf: "&lt;".utf8)
            case 0x3E: text.append(contentsOf: "&gt;".utf8)
            default: text.append(byte)
            }
        }
    }

    private func noteFrame() {
        isEscaping = frames.last.map { $0.hasMarkup || $0.type == .xhtml } ?? false
    }

    private func tag(_ name: XMLName) -> FeedTag {
        let slot = unsafe Int(bitPattern: name.local) >> 3 & 63
        if let known = tags[slot], known.local == name.local, known.prefix == name.prefix,
            known.namespace == name.namespace
        {
            return known.tag
        }
        let tag = FeedNames.tag(name)
        tags[slot] = unsafe Known(local: name.local, prefix: name.prefix, namespace: name.namespace, tag: tag)
        return tag
    }
}

extension FeedBuilder {
    private func open(_ tag: FeedTag, _ name: XMLName, _ attributes: XMLAttributes) {
        if tag == .foreign {
            foreignDepth = 1
            return
        }
        if tag == .feed || tag == .entry { isFeed = true }
        if tag == .feed, frames.isEmpty, unsafe String(cString: name.local).lowercased() == "feed" {
            isAtom = true
            isAtom1 =
                unsafe name.namespace.map { unsafe String(cString: $0).hasSuffix("/2005/Atom") } ?? false
            feed.language = attributes["lang"].flatMap { $0.isEmpty ? nil : $0 }
        }
        var frame = Frame(
            tag: tag, start: text.count, base: base(attributes), language: language(attributes))
        if tag.isText { frame.type = type(tag, attributes, name) }
        begin(&frame, attributes)
        frames.append(frame)
        noteFrame()
    }

    private func base(_ attributes: XMLAttributes) -> String? {
        let outer = frames.isEmpty ? url : frames[frames.count - 1].base
        guard let own = attributes["base"]?.trimmingBlanks, !own.isEmpty else { return outer }
        let base = WebAddress.resolve(own, against: outer)
        return HTMLRules.safe(base).isEmpty ? outer : base
    }

    private func language(_ attributes: XMLAttributes) -> String? {
        guard let own = attributes["lang"] else { return frames.last?.language }
        return own.isEmpty ? nil : own
    }

    /// How the text of an element is written. Source: RFC 4287 §3.1; Atom 0.3 §3.1; else by custom.
    private func type(_ tag: FeedTag, _ attributes: XMLAttributes, _ name: XMLName) -> TextType {
        let type = attributes["type"]?.lowercased().trimmingBlanks
        if attributes["mode"]?.lowercased() == "base64" { return .base64 }
        switch type {
        case "text", "text/plain", "plain": return .plain
        case "html", "text/html": return .html
        case "xhtml", "application/xhtml+xml", "application/xhtml xml", "xml", "text/xml", "application/xml":
            return .xhtml
        case .some(let type) where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .xhtml
        case .some(let type) where type.hasPrefix("text/"): return .plain
        case .some(let type) where type.contains("/"): return .binary
        default: break
        }
        switch tag {
        case .description: return .html
        case .body: return .xhtml
        case .content: return unsafe isAtom && name.prefix == nil ? .plain : .html
        default: return .plain
        }
    }

    private func openMarkup(_ name: XMLName, _ attributes: XMLAttributes) {
        markupDepth += 1
        let base = frames[frames.count - 1].base
        frames[frames.count - 1].hasMarkup = true
        isEscaping = true
        text.append(0x3C)
        text.append(contentsOf: unsafe String(cString: name.local).utf8)
        for (name, value) in attributes.all {
            let isAddress = HTMLRules.attribute(Array(name.utf8).span).isAddress
            let shown = isAddress ? WebAddress.resolve(value.trimmingBlanks, against: base) : value
            text.append(contentsOf: " \(name)=\"".utf8)
            for byte in shown.utf8 {
                switch byte {
                case 0x22: text.append(contentsOf: "&quot;".utf8)
                case 0x26: text.append(contentsOf: "&amp;".utf8)
                case 0x3C: text.append(contentsOf: "&lt;".utf8)
                default: text.append(byte)
                }
            }
            text.append(0x22)
        }
        text.append(0x3E)
    }

    private func closeMarkup(_ name: XMLName) {
        markupDepth -= 1
        text.append(contentsOf: "</".utf8)
        text.append(contentsOf: unsafe String(cString: name.local).utf8)
        text.append(0x3E)
    }

    /// Whether an element of a tag is open.
    func isIn(_ tag: FeedTag) -> Bool { frames.contains { $0.tag == tag } }
}
