import CZlib

/// A part of a file compressed by itself, so that a file of which one part has changed costs the compression
/// of that part.
///
/// Source: RFC 1951; zlib.h, Z_SYNC_FLUSH: the output ends with an empty stored block, at a whole byte.
public struct DeflatedPart: Sendable {
    /// The compressed bytes: whole blocks, none of which is the last.
    public let bytes: [UInt8]
    /// The CRC-32 of the part before compression.
    fileprivate let checksum: UInt
    /// The size of the part before compression, in bytes.
    fileprivate let size: Int

    /// Compresses a part, which favours speed over size.
    public init(_ part: UnsafeRawBufferPointer) {
        size = part.count
        checksum = UInt(crc32_z(0, part.assumingMemoryBound(to: UInt8.self).baseAddress, part.count))
        let stream = StreamPointer()
        let code = deflateInit2_(
            stream.pointer, Z_BEST_SPEED, Z_DEFLATED, -StreamPointer.window, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, StreamPointer.size)
        // As everywhere in Swift, a lack of memory ends the process.
        precondition(code == Z_OK, "deflateInit2: \(code)")
        defer { deflateEnd(stream.pointer) }
        let bound = Int(deflateBound(stream.pointer, UInt(part.count))) + DeflatedPart.roomForFlush
        bytes = [UInt8](unsafeUninitializedCapacity: bound) { room, count in
            stream.setInput(part)
            stream.offer(UnsafeMutableRawBufferPointer(room))
            deflate(stream.pointer, Z_SYNC_FLUSH)
            precondition(stream.unusedInput == 0 && stream.unusedOutput > 0, "the bound of zlib is wrong")
            count = bound - stream.unusedOutput
        }
    }

    /// The empty block at the end, and what is needed to know that no output is left.
    private static let roomForFlush = 16
}

/// The bytes that every gzip file begins with.
///
/// Source: RFC 1952, 2.3.1 (ID1, ID2).
public let gzipMagic: [UInt8] = [0x1F, 0x8B]

/// The head of a gzip file: deflated, without flags or a time, by the fastest algorithm, on Unix.
///
/// Source: RFC 1952, 2.3.1 (CM, FLG, MTIME, XFL, OS).
private let gzipHead: [UInt8] = gzipMagic + [8, 0, 0, 0, 0, 0, 4, 3]

/// The end of deflated data whose blocks are all followed by another one.
///
/// Source: RFC 1951, 3.2.6 (a last block with fixed codes that has only the end-of-block code).
private let emptyLastBlock: [UInt8] = [3, 0]

/// Returns parts as one gzip file.
///
/// Source: RFC 1952, 2.3.
public func gzip(_ parts: [DeflatedPart]) -> [UInt8] {
    var output = gzipHead
    output.reserveCapacity(parts.reduce(32) { $0 + $1.bytes.count })
    var checksum = UInt(0)
    var size = 0
    for part in parts {
        output += part.bytes
        checksum = UInt(crc32_combine(checksum, part.checksum, part.size))
        size += part.size
    }
    output += emptyLastBlock
    for word in [UInt32(truncatingIfNeeded: checksum), UInt32(truncatingIfNeeded: size)] {
        withUnsafeBytes(of: word.littleEndian) { output.append(contentsOf: $0) }
    }
    return output
}
