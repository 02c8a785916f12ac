import CXML2
import Decoding

/// A reader of XML in slices by libxml2's SAX2: no network, no entities, recovering from faults.
final class XMLReader: XMLControl {
    /// The length of the blocks that the parser receives, in bytes.
    ///
    /// At the end of a block, libxml2 recovers from some faults in another way. Blocks of a fixed length make
    /// the result independent of the slices in which a document arrives.
    private static let blockLength = 65_536

    private let parser: Parser
    /// The bytes that are not yet a whole block.
    private var rest: [UInt8] = []
    /// Whether the parser gave up because of the nesting depth or the length of a name or text; it recovers
    /// from other faults.
    var isStopped: Bool { unsafe almanac_xml_parser_is_stopped(parser.pointer) != 0 }
    /// Whether more than blanks and comments follow the first element, once that has ended.
    var hasMore: Bool { unsafe almanac_xml_parser_has_more(parser.pointer) != 0 }
    var line: Int { unsafe Int(almanac_xml_parser_line(parser.pointer)) }

    /// Creates a reader.
    ///
    /// - Parameter builder: The receiver of the events, in order; its owner keeps it alive as long as the
    ///   reader.
    /// - Throws: `DecodeError` if libxml2 cannot be loaded, or there is no memory.
    init(builder: XMLReceiver) throws(DecodeError) {
        try XMLLibrary.load()
        guard let parser = Parser(builder) else { throw XMLLibrary.unusable("there is no memory") }
        self.parser = parser
    }

    func stop() { unsafe almanac_xml_parser_stop(parser.pointer) }

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
            unsafe almanac_xml_parser_read(parser.pointer, start, CInt(bytes.count), isLast ? 1 : 0)
        }
    }
}

/// A push parser of libxml2.
private struct Parser: ~Copyable {
    let pointer: OpaquePointer

    init?(_ builder: XMLReceiver) {
        var events = Parser.events
        let data = unsafe Unmanaged.passUnretained(builder).toOpaque()
        guard let pointer = unsafe almanac_xml_parser_new(&events, data) else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { unsafe almanac_xml_parser_free(pointer) }

    /// Calls the builder without retaining it: that would cost as much as many of the events.
    @inline(__always)
    private static func tell(_ data: UnsafeMutableRawPointer?, to what: (XMLReceiver) -> Void) {
        guard let data = unsafe data else { return }
        unsafe Unmanaged<XMLReceiver>.fromOpaque(data)._withUnsafeGuaranteedRef(what)
    }

    private static var events: almanac_xml_events {
        unsafe almanac_xml_events(
            start: { data, local, prefix, namespace, declared, _, count, _, attributes in
                guard let local else { return }
                let name = unsafe XMLName(local: local, prefix: prefix, namespace: namespace)
                let found = unsafe XMLAttributes(count: Int(count), pointers: attributes)
                unsafe Parser.tell(data) { $0.start(name, with: found, namespaces: Int(declared)) }
            },
            end: { data, local, prefix, namespace in
                guard let local else { return }
                let name = unsafe XMLName(local: local, prefix: prefix, namespace: namespace)
                unsafe Parser.tell(data) { $0.end(name) }
            },
            text: { data, start, count in
                let part = unsafe UnsafeBufferPointer(start: start, count: Int(count))
                unsafe Parser.tell(data) { $0.text(part) }
            })
    }
}
