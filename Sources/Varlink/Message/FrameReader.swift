import Glibc
import Records

/// Splits the input of a connection into messages.
///
/// The delimiter of the first complete message determines the framing of the connection; until then a newline
/// inside an incomplete JSON text is white space. Empty lines are ignored.
public nonisolated struct FrameReader: Sendable {
    // The numbers are small and the order leaves no gaps, because there is a reader for each connection.
    private var buffer: [UInt8] = []
    private var places = (start: Int32(0), seen: Int32(0))
    private let most: Int32
    private var nesting = Nesting()
    /// The delimiter of messages; `nil` until the first one is complete.
    public private(set) var framing: Framing?

    /// The maximum size of a message without its delimiter, in bytes.
    public var limit: Int { Int(most) }

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of a message in bytes, below 1 GiB.
    ///   - framing: The delimiter of messages; `nil` to detect it from the first one.
    public init(limit: Int, framing: Framing? = nil) {
        most = Int32(limit)
        self.framing = framing
    }

    /// The number of bytes of memory allocated.
    var held: Int { buffer.capacity }

    /// Whether no part of a message is buffered, apart from white space.
    public var isEmpty: Bool {
        buffer[start...].allSatisfy { $0.isBlank || $0.isLineEnd }
    }

    /// Appends received bytes.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(contentsOf: bytes) }

    /// Returns the next message without its delimiter; `nil` if none is complete.
    ///
    /// - Throws: An error if the message that is being read exceeds the limit.
    public mutating func next() throws(FrameError) -> [UInt8]? {
        while let end = nextDelimiter() {
            if end - start > limit { throw FrameError(limit: limit) }
            let frame = start..<end
            start = end + 1
            seen = end + 1
            if framing == .nul || !isBlank(frame) { return extract(frame) }
        }
        releaseConsumed()
        if buffer.count - start > limit { throw FrameError(limit: limit) }
        return nil
    }

    /// The start of the message that is being read.
    private var start: Int {
        get { Int(places.start) }
        set { places.start = Int32(newValue) }
    }

    /// The end of the bytes that have been searched.
    private var seen: Int {
        get { Int(places.seen) }
        set { places.seen = Int32(newValue) }
    }

    /// Returns the position of the next delimiter.
    private mutating func nextDelimiter() -> Int? {
        guard let framing else { return firstEnd() }
        let end = place(of: framing, before: buffer.count)
        seen = end ?? buffer.count
        return end
    }

    /// Returns the position of the delimiter that determines the framing.
    private mutating func firstEnd() -> Int? {
        // Without a line before it, NUL is the delimiter whatever surrounds it.
        if let found = place(of: .nul, before: buffer.count), place(of: .newline, before: found) == nil {
            seen = found
        }
        while seen < buffer.count {
            let byte = buffer[seen]
            if byte == Framing.nul.rawValue || (byte == Framing.newline.rawValue && nesting.isComplete) {
                framing = Framing(rawValue: byte)
                return seen
            }
            nesting.pass(byte)
            seen += 1
        }
        return nil
    }

    /// Returns the position of the first delimiter that has not been searched.
    private func place(of framing: Framing, before end: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard seen < end, let base = bytes.baseAddress else { return nil }
            return memchr(base + seen, CInt(framing.rawValue), end - seen).map { UnsafeRawPointer($0) - base }
        }
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        buffer[range].allSatisfy { $0.isBlank || $0 == .carriageReturn }
    }

    private mutating func extract(_ range: Range<Int>) -> [UInt8] {
        if range.lowerBound == 0, range.upperBound == buffer.count - 1 { return extractAll() }
        let frame = Array(buffer[range])
        releaseConsumed()
        return frame
    }

    /// Returns the only message, which fills the buffer, without copying it.
    private mutating func extractAll() -> [UInt8] {
        var frame: [UInt8] = []
        swap(&frame, &buffer)
        frame.removeLast()
        start = 0
        seen = 0
        return frame
    }

    /// Releases the memory of consumed bytes: all of it if nothing else is buffered, otherwise once more than
    /// half is consumed.
    private mutating func releaseConsumed() {
        if start == buffer.count {
            buffer = []
            start = 0
            seen = 0
        } else if start > buffer.count / 2 {
            // Copies the rest, because an array that shrinks keeps its memory.
            buffer = Array(buffer[start...])
            seen -= start
            start = 0
        }
    }
}

/// The nesting of JSON brackets and strings after some bytes.
private nonisolated struct Nesting {
    private var depth: Int32 = 0
    private var isString = false
    private var isEscaped = false
    private var hasBegun = false

    /// Whether a JSON text has begun and is complete.
    var isComplete: Bool { hasBegun && depth <= 0 && !isString }

    mutating func pass(_ byte: UInt8) {
        if isString {
            passInString(byte)
            return
        }
        switch byte {
        case .space, .tab, .newline, .carriageReturn: return
        case .quote: isString = true
        case .leftBrace, .leftBracket: depth += 1
        case .rightBrace, .rightBracket: depth -= 1
        default: break
        }
        hasBegun = true
    }

    private mutating func passInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == .backslash {
            isEscaped = true
        } else if byte == .quote {
            isString = false
        }
    }
}
