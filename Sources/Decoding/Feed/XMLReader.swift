import CXML2

/// An element's name while it is told of.
struct XMLName {
    /// The name without prefix.
    let local: UnsafePointer<UInt8>
    /// The prefix; `nil` when there is none.
    let prefix: UnsafePointer<UInt8>?
    /// The namespace; `nil` when there is none, or the prefix stands for nothing.
    let namespace: UnsafePointer<UInt8>?
}

/// An element's attributes while they are told of.
struct XMLAttributes {
    let count: Int
    /// Five pointers each: name, prefix, namespace, the value's begin and end.
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// The names, with their prefixes as the document has them, and the values.
    var all: [(name: String, value: String)] {
        (0..<count).compactMap { index in
            guard let pointers, let local = unsafe pointers[5 * index] else { return nil }
            let prefix = unsafe pointers[5 * index + 1].map { unsafe String(cString: $0) + ":" } ?? ""
            return unsafe (prefix + String(cString: local), value(index))
        }
    }

    /// The value of an attribute by its name without prefix, in lower case; `nil` when there is none.
    subscript(_ name: StaticString) -> String? {
        for index in 0..<count {
            guard let pointers, let local = unsafe pointers[5 * index] else { continue }
            if unsafe XMLAttributes.same(local, name) { return value(index) }
        }
        return nil
    }

    private func value(_ index: Int) -> String {
        guard let pointers, let start = unsafe pointers[5 * index + 3],
            let end = unsafe pointers[5 * index + 4]
        else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }

    private static func same(_ local: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
        var at = 0
        while at < name.utf8CodeUnitCount {
            let byte = unsafe local[at]
            guard byte != 0, unsafe (byte | 0x20) == (name.utf8Start[at] | 0x20) else { return false }
            at += 1
        }
        return unsafe local[at] == 0
    }
}

/// Reads XML slice by slice by libxml2's SAX2: no network, no entities, faults passed over where it can.
final class XMLReader {
    private let context: ParserContext
    /// Whether the parser gave up: nested too deep, or too long a name or text. Other faults are passed over.
    var isStopped: Bool { unsafe context.pointer.pointee.disableSAX != 0 }
    /// The line that the parser has come to, 1 is the first.
    var line: Int { unsafe context.pointer.pointee.input.map { unsafe Int($0.pointee.line) } ?? 1 }

    /// - Parameter builder: Takes what is found, in order; its owner keeps it for as long as the reader.
    init?(builder: FeedBuilder) {
        guard let context = ParserContext(builder) else { return nil }
        self.context = context
    }

    /// Gives up, while it tells of what it found.
    func stop() { unsafe xmlStopParser(context.pointer) }

    /// Reads the next slice, UTF-8.
    func read(_ bytes: [UInt8], isLast: Bool) {
        unsafe bytes.withUnsafeBytes { slice in
            let start = unsafe slice.baseAddress?.assumingMemoryBound(to: CChar.self)
            // Faults are passed over as far as they can be; that it gave up shows in isStopped.
            _ = unsafe xmlParseChunk(context.pointer, start, CInt(slice.count), isLast ? 1 : 0)
        }
    }
}

/// A push parser of libxml2.
private struct ParserContext: ~Copyable {
    let pointer: xmlParserCtxtPtr

    init?(_ builder: FeedBuilder) {
        var handler = ParserContext.handler
        let data = unsafe Unmanaged.passUnretained(builder).toOpaque()
        guard let pointer = unsafe xmlCreatePushParserCtxt(&handler, data, nil, 0, nil) else { return nil }
        unsafe self.pointer = pointer
        // Without NOENT a `&` in an attribute would come as a reference; entities are not declared anyway.
        let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_IGNORE_ENC, XML_PARSE_NOENT]
        _ = unsafe xmlCtxtUseOptions(pointer, CInt(options.reduce(0) { $0 | $1.rawValue }))
        _ = unsafe xmlSwitchEncoding(pointer, XML_CHAR_ENCODING_UTF8)
    }

    deinit {
        unsafe xmlFreeParserCtxt(pointer)
    }

    /// Hands what was found to the builder, of which none is held meanwhile: that would cost as much as many events do.
    @inline(__always)
    private static func tell(_ data: UnsafeMutableRawPointer?, _ what: (FeedBuilder) -> Void) {
        guard let data = unsafe data else { return }
        unsafe Unmanaged<FeedBuilder>.fromOpaque(data)._withUnsafeGuaranteedRef(what)
    }

    /// Elements and text only: without the others no tree is built and no entity is known.
    private static var handler: xmlSAXHandler {
        var handler = unsafe xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF
        unsafe handler.startElementNs = { data, local, prefix, namespace, _, _, count, _, attributes in
            guard let local else { return }
            let name = unsafe XMLName(local: local, prefix: prefix, namespace: namespace)
            let found = unsafe XMLAttributes(count: Int(count), pointers: attributes)
            unsafe ParserContext.tell(data) { $0.start(name, found) }
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
        unsafe (handler.characters, handler.cdataBlock, handler.ignorableWhitespace) = (text, text, text)
        // Faults are counted by the parser; nothing is printed.
        unsafe handler.serror = { _, _ in }
        return unsafe handler
    }
}
