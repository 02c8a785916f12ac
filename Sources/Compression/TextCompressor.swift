import CZlib

/// Compresses texts of some hundred bytes one by one, with the memory of one stream.
///
/// Source: RFC 1951; zlib.h, deflateReset, inflateReset.
public final class TextCompressor {
    /// The window and the size of the hash table, as powers of two: the streams have 40 kB together.
    private static let (window, memory): (CInt, CInt) = (12, 5)

    private let deflating = StreamPointer()
    private let inflating = StreamPointer()

    /// Creates a compressor.
    public init() {
        let window = -TextCompressor.window
        let codes = [
            deflateInit2_(
                deflating.pointer, Z_BEST_SPEED, Z_DEFLATED, window, TextCompressor.memory,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, StreamPointer.size),
            inflateInit2_(inflating.pointer, window, ZLIB_VERSION, StreamPointer.size),
        ]
        // As everywhere in Swift, a lack of memory ends the process.
        precondition(codes.allSatisfy { $0 == Z_OK }, "zlib: \(codes)")
    }

    deinit {
        deflateEnd(deflating.pointer)
        inflateEnd(inflating.pointer)
    }

    /// Returns a text as deflated bytes, without a header or a checksum.
    public func compress(_ text: [UInt8]) -> [UInt8] {
        deflateReset(deflating.pointer)
        let bound = Int(deflateBound(deflating.pointer, UInt(text.count)))
        return text.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: bound) { room, count in
                deflating.setInput(input)
                deflating.offer(UnsafeMutableRawBufferPointer(room))
                let code = deflate(deflating.pointer, Z_FINISH)
                precondition(code == Z_STREAM_END, "the bound of zlib is wrong")
                count = bound - deflating.unusedOutput
            }
        }
    }

    /// Decompresses a text.
    ///
    /// - Parameters:
    ///   - bytes: The result of `compress`.
    ///   - size: The size of the text, in bytes.
    /// - Returns: The text; `nil` if the bytes are damaged, or the text has another size.
    public func decompress(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        inflateReset(inflating.pointer)
        var code = Z_OK
        let text = bytes.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: size) { room, count in
                inflating.setInput(input)
                inflating.offer(UnsafeMutableRawBufferPointer(room))
                code = inflate(inflating.pointer, Z_FINISH)
                count = size - inflating.unusedOutput
            }
        }
        return code == Z_STREAM_END && text.count == size && inflating.unusedInput == 0 ? text : nil
    }
}
