import CXML2

/// A reader of XML in slices by libxml2's SAX2: no network, no entities, recovering from faults.
final class XMLReader: XMLControl {
    /// The length of the blocks that the parser receives, in bytes.
    ///
    /// At the end of a block, libxml2 recovers from some faults in another way. Blocks of a fixed length make
    /// the result independent of the slices in which a document arrives.
    private static let blockLength = 65_536

    private let context: ParserContext
    /// The bytes that are not yet a whole block.
    private var rest: [UInt8] = []
    /// Whether the parser gave up because of the nesting depth or the length of a name or text; it recovers
    /// from other faults.
    var isStopped: Bool { unsafe almanac_xml_is_stopped(context.pointer) != 0 }
    var line: Int { unsafe context.pointer.pointee.input.map { unsafe Int($0.pointee.line) } ?? 1 }

    /// Creates a reader.
    ///
    /// - Parameter builder: The receiver of the events, in order; its owner keeps it alive as long as the
    ///   reader.
    init?(builder: XMLReceiver) {
        guard let context = ParserContext(builder) else { return nil }
        self.context = context
    }

    func stop() { unsafe xmlStopParser(context.pointer) }

    /// Reads the next slice of UTF-8, as far as whole blocks reach, or everything if it is the last one.
    func read(_ bytes: [UInt8], isLast: Bool) {
        var at = 0
        while rest.count + bytes.count - at >= XMLReader.blockLength {
            let end = at + XMLReader.blockLength - rest.count
            parseBlock(endingWith: bytes[at..<end])
            at = end
        }
        rest += bytes[at...]
        guard isLast else { return }
        parse(rest[...], isLast: true)
        rest = []
    }

    /// Parses a block that begins with the rest of the last slice.
    private func parseBlock(endingWith part: ArraySlice<UInt8>) {
        if rest.isEmpty { return parse(part, isLast: false) }
        rest += part
        parse(rest[...], isLast: false)
        rest.removeAll(keepingCapacity: true)
    }

    private func parse(_ block: ArraySlice<UInt8>, isLast: Bool) {
        unsafe block.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // The result is not needed: the parser recovers from faults, and `isStopped` shows that it gave
            // up.
            _ = unsafe xmlParseChunk(context.pointer, start, CInt(bytes.count), isLast ? 1 : 0)
        }
    }
}

/// A push parser of libxml2.
private struct ParserContext: ~Copyable {
    let pointer: xmlParserCtxtPtr

    init?(_ builder: XMLReceiver) {
        var handler = ParserContext.handler
        let data = unsafe Unmanaged.passUnretained(builder).toOpaque()
        guard let pointer = unsafe xmlCreatePushParserCtxt(&handler, data, nil, 0, nil) else { return nil }
        unsafe self.pointer = pointer
        // Without NOENT, a `&` in an attribute would arrive as a reference; entities are never declared.
        let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_IGNORE_ENC, XML_PARSE_NOENT]
        _ = unsafe xmlCtxtUseOptions(pointer, CInt(options.reduce(0) { $0 | $1.rawValue }))
        _ = unsafe xmlSwitchEncoding(pointer, XML_CHAR_ENCODING_UTF8)
    }

    deinit {
        // A document type with entities makes libxml2 build a document, which freeing the context does not
        // free.
        if let document = unsafe pointer.pointee.myDoc { unsafe xmlFreeDoc(document) }
        unsafe xmlFreeParserCtxt(pointer)
    }

    /// Calls the builder without retaining it: that would cost as much as many of the events.
    @inline(__always)
    private static func tell(_ data: UnsafeMutableRawPointer?, to what: (XMLReceiver) -> Void) {
        guard let data = unsafe data else { return }
        unsafe Unmanaged<XMLReceiver>.fromOpaque(data)._withUnsafeGuaranteedRef(what)
    }

    /// The callbacks for elements and text; without the others, libxml2 builds no tree and knows no entity.
    private static var handler: xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF
        unsafe handler.startElementNs = { data, local, prefix, namespace, declared, _, count, _, attributes in
            guard let local else { return }
            let name = unsafe XMLName(local: local, prefix: prefix, namespace: namespace)
            let found = unsafe XMLAttributes(count: Int(count), pointers: attributes)
            unsafe ParserContext.tell(data) { $0.start(name, with: found, namespaces: Int(declared)) }
        }
        unsafe handler.endElementNs = { data, local, prefix, namespace in
            guard let local else { return }
            let name = unsafe XMLName(local: local, prefix: prefix, namespace: namespace)
            unsafe ParserContext.tell(data) { $0.end(name) }
        }
        let text: charactersSAXFunc = { data, start, count in
            let part = unsafe UnsafeBufferPointer(start: start, count: Int(count))
            unsafe ParserContext.tell(data) { $0.text(part) }
        }
        unsafe handler.characters = text
        unsafe handler.cdataBlock = text
        unsafe handler.ignorableWhitespace = text
        // The parser counts the faults; do not print them.
        unsafe handler.serror = { _, _ in }
        return unsafe handler
    }
}
