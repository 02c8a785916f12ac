import CZlib

/// A gzip compressor, which releases its memory when it is destroyed.
///
/// Source: zlib.h, RFC 1952.
public struct Deflater: ~Copyable {
    /// The input size, in bytes, above which the rest is stored uncompressed: compressing more would take
    /// longer than reading it did.
    private static let compressed = 16 << 20
    private static let roomForOutput = 64 << 10

    private let stream = StreamPointer()
    /// Whether further bytes are stored uncompressed.
    private var isSlack = false

    /// The favour between speed and size.
    public enum Effort: Sendable {
        /// Favours speed over size.
        case fast
        /// Favours size: a tenth less than `fast`, in several times its time.
        case small
        /// Stores the bytes as they are.
        case none

        fileprivate var level: CInt {
            switch self {
            case .fast: Z_BEST_SPEED
            case .small: Z_BEST_COMPRESSION
            case .none: Z_NO_COMPRESSION
            }
        }

        /// The size of the tables, 1 to 9: zlib clears them also if it does not compress.
        fileprivate var tables: CInt { self == .none ? 1 : 8 }
    }

    /// Creates a compressor.
    public init(_ effort: Effort = .fast) {
        let code = deflateInit2_(
            stream.pointer, effort.level, Z_DEFLATED, StreamPointer.window + StreamPointer.gzip,
            effort.tables, Z_DEFAULT_STRATEGY, ZLIB_VERSION, StreamPointer.size)
        // As everywhere in Swift, a lack of memory ends the process.
        precondition(code == Z_OK, "deflateInit2: \(code)")
    }

    deinit {
        // The result reports only whether some output was not written yet.
        deflateEnd(stream.pointer)
    }

    /// Compresses bytes and passes the output to `write`; with the last bytes, all of it.
    public mutating func add<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool,
        write: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let isMuch = stream.pointer.pointee.total_in > Deflater.compressed
        if isMuch && !isSlack {
            isSlack = true
            try run(write) { deflateParams($0, Z_NO_COMPRESSION, Z_DEFAULT_STRATEGY) }
        }
        stream.setInput(bytes)
        try run(write) { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }
    }

    /// Calls zlib until it returns no more output.
    private func run<Failure: Error>(
        _ write: (UnsafeRawBufferPointer) throws(Failure) -> Void,
        calling call: (UnsafeMutablePointer<z_stream>) -> CInt
    ) throws(Failure) {
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Deflater.roomForOutput, alignment: 1)
        defer { room.deallocate() }
        repeat {
            stream.offer(room)
            // This fails only for an inconsistent stream; a call without progress is not a failure.
            _ = call(stream.pointer)
            try write(UnsafeRawBufferPointer(rebasing: room[..<(room.count - stream.unusedOutput)]))
        } while stream.unusedOutput == 0
    }
}
