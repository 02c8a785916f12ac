import Decoding
import Records

/// A handler of XML events that builds the entries of a feed in any format.
///
/// The members that libxml2's callbacks change most are not checked for overlapping access, since the
/// callbacks never overlap.
final class FeedBuilder: XMLReceiver {
    /// An open element.
    struct Frame {
        let tag: FeedTag
        /// The offset at which its text begins.
        let start: Int
        /// The base of relative addresses.
        let base: String?
        let language: String?
        var type = TextType.plain
        /// Whether its text contains elements, so that the rest must be escaped.
        var hasMarkup = false
        var isPermalink = true
        /// The attributes of a link whose address is its text; `nil` for any other element.
        var linkText: LinkAttributes?
    }

    /// The metadata of the feed.
    var feed = Feed()
    /// The complete entries that have not been taken.
    var entries: [FeedEntry] = []
    /// The lines on which these begin, from 1; empty if lines are not counted.
    var lines: [Int] = []
    /// The parser that knows the current line; `nil` if lines are not counted.
    var reader: (any XMLControl)?
    /// The line on which the open entry begins.
    var entryLine = 1
    /// Whether an element of a feed has been seen.
    private(set) var isFeed = false
    /// The name of the first element, for messages.
    private(set) var root: String?
    /// Whether the format is Atom, which declares markup; in other formats, it must be guessed.
    private(set) var isAtom = false
    /// Whether the format is Atom 1.0, where the `div` around XHTML is not part of the text.
    private(set) var isAtom1 = false
    /// Whether an entry is open.
    var isInEntry = false
    /// The open entry; outside entries, its fields are meaningless, and the next entry begins with none.
    ///
    /// Not an optional value: to compare one with `nil` copies it.
    @exclusivity(unchecked)
    var entry = FeedEntry()
    /// The depth of the element that supplied the title of the entry; the element nearest to the root counts.
    var titleDepth: Int?
    /// The depth of the element that supplied the title of the feed.
    var feedTitleDepth: Int?
    /// The depth of the element that supplied the subtitle of the feed.
    var subtitleDepth: Int?
    var period: Int?
    var frequency: Int?
    var latitude: Double?
    /// The texts of the open entry.
    var texts = EntryTexts()
    /// The number of texts so far whose media type or encoding is none of a text, and that are left out.
    var unreadTexts = 0
    /// The authors of the open entry and of the feed.
    var authors = (entry: FeedAuthors(), feed: FeedAuthors())
    /// The author being read.
    var person = FeedPerson()
    /// The open parts of an episode: a person, and another form of the enclosure.
    var part: (person: FeedEpisode.Person?, alternate: (type: String?, length: String?)) = (nil, (nil, nil))
    /// Whether the link of the entry is its id if it has no other.
    var isPermalink = false
    @exclusivity(unchecked)
    private(set) var frames: [Frame] = []
    @exclusivity(unchecked)
    private var text: [UInt8] = []
    /// The tags and the addresses of enclosures of the open entry.
    var known: (tags: Set<String>, enclosures: Set<String>) = ([], [])
    var isEnclosureNew = false  // The file that was read last is one that the open entry lacked.
    /// The number of bytes that resolved addresses may still add to the markup of the open entry.
    var room = FeedBuilder.mostRoom
    static let mostRoom = 1 << 20
    /// The number of open elements that are text of the last frame.
    private var markupDepth = 0
    /// The number of open elements that describe something else.
    private var foreignDepth = 0
    /// The number of open elements of other vocabularies in the open entry.
    private var extensionDepth = 0
    /// The maximum length of an `xml:base` in bytes: it becomes part of each relative address below it.
    private static let longestBase = 1024
    /// The number of namespaces that each open element declares, and their sum: libxml2 searches them one by
    /// one.
    @exclusivity(unchecked)
    private var declared: [Int] = []
    private var declarations = 0
    private static let mostDeclarations = 1000
    /// The maximum nesting depth.
    private static let greatestDepth = 512
    /// Whether the last frame mixes text and elements, so that text must be escaped.
    private var isEscaping = false
    @exclusivity(unchecked)
    private var tags = FeedTagMemory()
    private let url: String?
    /// The zones that dates may name.
    let zones: NamedZones
    /// The dates of the document in numbers.
    var openDates = OpenDates()

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - url: The URL of the feed; `nil` if unknown.
    ///   - zones: The zones that dates may name.
    init(url: String?, zones: NamedZones) {
        self.url = url
        self.zones = zones
    }

    /// Whether some elements are open.
    var isOpen: Bool { !declared.isEmpty }

    /// Handles the start of an element that declares some namespaces.
    override func start(_ name: XMLName, with attributes: XMLAttributes, namespaces: Int) {
        if root == nil { root = unsafe String(cString: name.local) }
        declared.append(namespaces)
        declarations += namespaces
        if frames.count + markupDepth + foreignDepth >= FeedBuilder.greatestDepth
            || declarations > FeedBuilder.mostDeclarations
        {
            reader?.stop()
            return
        }
        if foreignDepth > 0 {
            foreignDepth += 1
        } else if markupDepth > 0 || frames.last?.tag.isText == true {
            openMarkup(name, attributes: attributes)
        } else {
            let tag = tags.tag(name, in: frames.last?.tag, isInEntry: isInEntry)
            open(tag, named: name, with: attributes)
        }
    }

    /// Handles the end of an element.
    override func end(_ name: XMLName) {
        declarations -= declared.popLast() ?? 0
        if foreignDepth > 0 {
            foreignDepth -= 1
        } else if markupDepth > 0 {
            closeMarkup(name)
        } else if let frame = frames.popLast() {
            if frame.tag == .extensionElement, extensionDepth > 0 { extensionDepth -= 1 }
            // Move the content out while the fields are written, so that it is not copied.
            var content: [UInt8] = []
            swap(&content, &text)
            close(frame, content: content.span.extracting(frame.start..<content.count))
            content.removeLast(content.count - frame.start)
            swap(&content, &text)
            updateEscaping()
        }
    }

    /// Handles a text or a part of one.
    override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard foreignDepth == 0, !frames.isEmpty else { return }
        guard isEscaping else { return unsafe append(bytes) }
        for byte in unsafe bytes {
            switch byte {
            case .ampersand: text.append(contentsOf: "&amp;".utf8)
            case .lessThan: text.append(contentsOf: "&lt;".utf8)
            case .greaterThan: text.append(contentsOf: "&gt;".utf8)
            default: text.append(byte)
            }
        }
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        // The character of a reference arrives alone: append it without the cost of a copy.
        if bytes.count == 1 {
            unsafe text.append(bytes[0])
        } else {
            unsafe text.append(contentsOf: bytes)
        }
    }

    private func updateEscaping() {
        let last = frames.count - 1  // `last` copies the frame.
        isEscaping = last >= 0 && (frames[last].hasMarkup || frames[last].type == .xhtml)
    }
}

extension FeedBuilder {
    private func open(_ tag: FeedTag, named name: XMLName, with attributes: XMLAttributes) {
        if tag == .foreign || extensionDepth > 0 && FeedNames.isOwn(name) {
            foreignDepth = 1
            return
        }
        if tag == .extensionElement, isInEntry { extensionDepth += 1 }
        if tag == .feed || tag == .entry { isFeed = true }
        if tag == .feed, frames.isEmpty, unsafe String(cString: name.local).lowercased() == "feed" {
            isAtom = true
            isAtom1 =
                unsafe name.namespace.map { unsafe String(cString: $0).hasSuffix("/2005/Atom") } ?? false
            feed.language = attributes["lang"].flatMap { $0.isEmpty ? nil : $0 }
        }
        var frame = Frame(
            tag: tag, start: text.count, base: base(attributes), language: language(attributes))
        if tag.isText { frame.type = type(tag, attributes: attributes, name: name) }
        readAttributes(&frame, attributes: attributes)
        frames.append(frame)
        updateEscaping()
    }

    private func base(_ attributes: XMLAttributes) -> String? {
        let outer = frames.isEmpty ? url : frames[frames.count - 1].base
        guard let own = attributes["base"]?.trimmingBlanks, !own.isEmpty else { return outer }
        let base = LinkResolver.resolve(own, against: outer)
        let isUsable = base.utf8.count <= FeedBuilder.longestBase && !HTMLRules.safe(base).isEmpty
        return isUsable ? base : outer
    }

    private func language(_ attributes: XMLAttributes) -> String? {
        guard let own = attributes["lang"] else { return frames.last?.language }
        return own.isEmpty ? nil : own
    }

    /// Returns the representation of an element's text. Source: RFC 4287 §3.1; Atom 0.3 §3.1; otherwise by
    /// custom.
    private func type(_ tag: FeedTag, attributes: XMLAttributes, name: XMLName) -> TextType {
        let type = attributes["type"]?.lowercased().trimmingBlanks
        if attributes["mode"]?.lowercased() == "base64" { return .base64 }
        switch type {
        case "text", "text/plain", "plain": return .plain
        case "html", "text/html": return .html
        case "xhtml", "application/xhtml+xml", "application/xhtml xml", "xml", "text/xml", "application/xml":
            return .xhtml
        case .some(let type) where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .xhtml
        case .some(let type) where type.hasPrefix("text/"): return .plain
        case "application/octet-stream": return .base64
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

    private func openMarkup(_ name: XMLName, attributes: XMLAttributes) {
        markupDepth += 1
        let base = frames[frames.count - 1].base
        frames[frames.count - 1].hasMarkup = true
        isEscaping = true
        text.append(.lessThan)
        text.append(contentsOf: unsafe String(cString: name.local).utf8)
        for (name, value) in attributes.all {
            let isAddress = HTMLRules.attribute(Array(name.utf8).span).isAddress
            let shown = isAddress ? resolved(value, against: base) : value
            text.append(contentsOf: " \(name)=\"".utf8)
            for byte in shown.utf8 {
                switch byte {
                case .quote: text.append(contentsOf: "&quot;".utf8)
                case .ampersand: text.append(contentsOf: "&amp;".utf8)
                case .lessThan: text.append(contentsOf: "&lt;".utf8)
                default: text.append(byte)
                }
            }
            text.append(.quote)
        }
        text.append(.greaterThan)
    }

    /// The absolute form of an address in markup; the address itself when there is no room for it.
    private func resolved(_ value: String, against base: String?) -> String {
        guard room > 0 else { return value }
        let address = LinkResolver.resolve(value.trimmingBlanks, against: base)
        room -= max(0, address.utf8.count - value.utf8.count)
        return address
    }

    private func closeMarkup(_ name: XMLName) {
        markupDepth -= 1
        text.append(contentsOf: "</".utf8)
        text.append(contentsOf: unsafe String(cString: name.local).utf8)
        text.append(.greaterThan)
    }
}
