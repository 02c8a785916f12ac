import CZlib

/// A decompressor of gzip, which releases its memory when it is destroyed.
///
/// Source: zlib.h, RFC 1952, RFC 1950.
public struct Inflater: ~Copyable {
    /// The progress of one call.
    public struct Progress {
        /// The number of bytes of the input that were consumed.
        public let used: Int
        /// The number of bytes that were written.
        public let written: Int
        /// Whether the end of the stream was reached and its checksum is right.
        public let isEnd: Bool
    }

    private let stream = StreamPointer()

    /// Creates a decompressor.
    ///
    /// - Parameter acceptsZlib: Whether it also decompresses the zlib format; the header decides.
    public init(acceptsZlib: Bool = false) {
        let format = acceptsZlib ? StreamPointer.gzipOrZlib : StreamPointer.gzip
        let code = inflateInit2_(
            stream.pointer, StreamPointer.window + format, ZLIB_VERSION, StreamPointer.size)
        // As everywhere in Swift, a lack of memory ends the process.
        precondition(code == Z_OK, "inflateInit2: \(code)")
    }

    deinit {
        // This fails only for an inconsistent stream.
        inflateEnd(stream.pointer)
    }

    /// Prepares for another stream after the end of one.
    public func reset() {
        // This fails only for an inconsistent stream.
        inflateReset(stream.pointer)
    }

    /// Decompresses as much as fits into the output.
    ///
    /// - Returns: The progress; `nil` if the input is damaged.
    public func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Progress? {
        stream.setInput(input)
        stream.offer(output)
        let code = CZlib.inflate(stream.pointer, Z_NO_FLUSH)
        guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { return nil }
        return Progress(
            used: input.count - stream.unusedInput, written: output.count - stream.unusedOutput,
            isEnd: code == Z_STREAM_END)
    }
}
