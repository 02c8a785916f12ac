import CZlib

/// Undoes gzip, one member or several, and the zlib format.
///
/// Source: RFC 1952, RFC 1950, zlib.h.
nonisolated final class Gunzip: ContentDecoder {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var hasEnded = false
    private var needsMember = true

    init() {
        stream.initialize(to: z_stream())
        // 15 bits of window, 32 to tell gzip from zlib by the header.
        let result = inflateInit2_(stream, 47, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        precondition(result == Z_OK, "inflateInit2: \(result)")
    }

    /// A member has ended, and none has begun since.
    var isComplete: Bool { hasEnded && needsMember }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int {
        var filled = 0
        while !input.isEmpty || filled == 0 {
            if needsMember, try !beginMember(&input) { return filled }
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[filled...])
            let before = input.count
            let made = try inflate(&input, into: rest)
            filled += made
            if filled == output.count || made == 0 && input.count == before { return filled }
        }
        return filled
    }

    /// Whether a member stands here; what is none behind the last one does not count, as padding.
    private func beginMember(_ input: inout UnsafeRawBufferPointer) throws(FetchFailure) -> Bool {
        guard let first = input.first else { return false }
        if hasEnded {
            guard first == 0x1F else {
                input = UnsafeRawBufferPointer(start: nil, count: 0)
                return false
            }
            inflateReset(stream)
        }
        needsMember = false
        return true
    }

    private func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int {
        let bytes = input.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let result = CZlib.inflate(stream, Z_NO_FLUSH)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else {
            throw FetchFailure(.content, "the compressed body is damaged")
        }
        if result == Z_STREAM_END { (hasEnded, needsMember) = (true, true) }
        input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.pointee.avail_in)))
        return output.count - Int(stream.pointee.avail_out)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }
}
