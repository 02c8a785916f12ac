import CZlib

/// A zlib stream, at one address for its life: zlib keeps a pointer to it.
private func makeStream() -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    return stream
}

/// Compresses to gzip; letting go gives the memory back.
struct Deflater: ~Copyable {
    /// Behind so many bytes, compressing would take more time than reading them did.
    private static let compressed = 16 << 20

    private let stream = makeStream()
    /// Whether bytes are only stored by now.
    private var isSlack = false

    init() throws(StoreError) {
        let code = deflateInit2_(
            stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        // Fails for want of memory only; a stream that failed to begin may be ended.
        guard code == Z_OK else {
            throw StoreError(doing: "compress a document", code: code, message: "no memory")
        }
    }

    deinit {
        // Tells only whether something was not written yet.
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes and hands on what has come out.
    mutating func add(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool,
        write: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        let isMuch = stream.pointee.total_in > Deflater.compressed
        if isMuch && !isSlack {
            isSlack = true
            try run(write) { deflateParams($0, Z_NO_COMPRESSION, Z_DEFAULT_STRATEGY) }
        }
        let input = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input)
        stream.pointee.avail_in = uInt(bytes.count)
        try run(write) { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }
    }

    /// Calls zlib until nothing more comes out.
    private func run(
        _ write: (UnsafeRawBufferPointer) throws(StoreError) -> Void,
        _ call: (UnsafeMutablePointer<z_stream>) -> CInt
    ) throws(StoreError) {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { room.deallocate() }
        repeat {
            stream.pointee.next_out = room.assumingMemoryBound(to: UInt8.self).baseAddress
            stream.pointee.avail_out = uInt(room.count)
            // Fails only for a stream in disorder; that no progress was possible is no failure.
            _ = call(stream)
            try write(UnsafeRawBufferPointer(rebasing: room[..<(room.count - Int(stream.pointee.avail_out))]))
        } while stream.pointee.avail_out == 0
    }
}

/// Expands gzip; letting go gives the memory back.
struct Inflater: ~Copyable {
    private let stream = makeStream()

    init() throws(StoreError) {
        let code = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        // Fails for want of memory only.
        guard code == Z_OK else {
            throw StoreError(doing: "expand a document", code: code, message: "no memory")
        }
    }

    deinit {
        // Fails only for a stream in disorder.
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Expands bytes.
    ///
    /// - Returns: How many bytes were used, what came out, and whether the end was reached and its checksum
    ///   is right; `nil` when they are damaged.
    func expand(_ bytes: ArraySlice<UInt8>, room: Int) -> (used: Int, bytes: [UInt8], isEnd: Bool)? {
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(input.count)
            var code = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = uInt(room)
                code = inflate(stream, Z_NO_FLUSH)
                filled = room - Int(stream.pointee.avail_out)
            }
            guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return nil }
            return (input.count - Int(stream.pointee.avail_in), output, code == Z_STREAM_END)
        }
    }
}
