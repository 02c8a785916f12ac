/// Splits what comes in on a connection into messages.
///
/// The delimiter of the first complete message fixes the framing of the connection; until then a newline
/// inside an unfinished JSON text is only white space. Lines that are empty are passed over.
public nonisolated struct FrameReader: Sendable {
    /// What ends a message here; `nil` until the first has come.
    public private(set) var framing: Framing?
    /// The most bytes that a message may have, its delimiter not counted.
    public var limit: Int { Int(most) }

    /// Small numbers suffice, and there is a reader for each connection.
    private let most: Int32
    private var buffer: [UInt8] = []
    private var places = (start: Int32(0), seen: Int32(0))
    private var nesting = Nesting()

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that a message may have, below 1 GiB.
    ///   - framing: What ends a message; `nil` when the first one is to tell.
    public init(limit: Int, framing: Framing? = nil) {
        (most, self.framing) = (Int32(limit), framing)
    }

    /// Whether nothing of a message is held; nothing but blanks counts as nothing.
    public var isEmpty: Bool {
        buffer[start...].allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }

    /// Takes in bytes as they came.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(contentsOf: bytes) }

    /// The next message without its delimiter; `nil` when no whole one is there.
    ///
    /// - Throws: When the message that is being read is longer than the limit.
    public mutating func next() throws(FrameError) -> [UInt8]? {
        while let end = end() {
            if end - start > limit { throw FrameError(limit: limit) }
            let frame = start..<end
            (start, seen) = (end + 1, end + 1)
            if framing == .nul || !isBlank(frame) { return take(frame) }
        }
        settle()
        if buffer.count - start > limit { throw FrameError(limit: limit) }
        return nil
    }

    /// Where the message that is being read begins.
    private var start: Int {
        get { Int(places.start) }
        set { places.start = Int32(newValue) }
    }

    /// Up to where it has been looked through.
    private var seen: Int {
        get { Int(places.seen) }
        set { places.seen = Int32(newValue) }
    }

    /// Where the next delimiter stands.
    private mutating func end() -> Int? {
        guard let framing else { return firstEnd() }
        let end = buffer[seen...].firstIndex(of: framing.rawValue)
        seen = end ?? buffer.count
        return end
    }

    /// Where the delimiter stands that fixes the framing.
    private mutating func firstEnd() -> Int? {
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

    private func isBlank(_ range: Range<Int>) -> Bool {
        buffer[range].allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
    }

    private mutating func take(_ range: Range<Int>) -> [UInt8] {
        let frame = Array(buffer[range])
        settle()
        return frame
    }

    /// Lets go of what has been taken out: at once when that is all, else when half of the room is waste.
    private mutating func settle() {
        if start == buffer.count {
            (buffer, start, seen) = ([], 0, 0)
        } else if start > buffer.count / 2 {
            buffer.removeFirst(start)
            (start, seen) = (0, seen - start)
        }
    }
}

/// How deep in brackets and strings of JSON some bytes have led.
private nonisolated struct Nesting {
    private var depth: Int32 = 0
    private var isString = false
    private var isEscaped = false
    private var hasBegun = false

    /// Whether a JSON text has begun and is not open any more.
    var isComplete: Bool { hasBegun && depth <= 0 && !isString }

    mutating func pass(_ byte: UInt8) {
        if isString {
            passInString(byte)
            return
        }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return
        case 0x22: isString = true
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D: depth -= 1
        default: break
        }
        hasBegun = true
    }

    private mutating func passInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5C {
            isEscaped = true
        } else if byte == 0x22 {
            isString = false
        }
    }
}
