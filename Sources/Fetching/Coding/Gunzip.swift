import Compression
import Records

/// Decodes gzip, with one member or several, and the zlib format.
///
/// Source: RFC 1952, RFC 1950.
nonisolated final class Gunzip: ContentDecoder {
    /// The first byte of a member's header, `ID1`.
    private static let firstOfMember: UInt8 = 31

    private let inflater = Inflater(acceptsZlib: true)
    private var hasEnded = false
    private var needsMember = true
    /// Whether other bytes followed the last member; everything after them is padding as well.
    private var isPadding = false

    /// Whether a member has ended and no other has begun.
    var isComplete: Bool { hasEnded && needsMember }

    /// Whether bytes begin like a gzip file.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [firstOfMember, 139]) }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int {
        var filled = 0
        while !input.isEmpty || filled == 0 {
            if needsMember, !startMember(&input) { return filled }
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[filled...])
            let before = input.count
            let made = try inflate(&input, into: rest)
            filled += made
            if filled == output.count || made == 0 && input.count == before { return filled }
        }
        return filled
    }

    /// Returns whether a member starts here. Other bytes after the last member are discarded as padding.
    private func startMember(_ input: inout UnsafeRawBufferPointer) -> Bool {
        guard let first = input.first else { return false }
        if hasEnded {
            isPadding = isPadding || first != Gunzip.firstOfMember
            guard !isPadding else {
                input = UnsafeRawBufferPointer(start: nil, count: 0)
                return false
            }
            inflater.reset()
        }
        needsMember = false
        return true
    }

    private func inflate(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int {
        guard let progress = inflater.inflate(input, into: output) else {
            throw FetchFailure(.content, "the compressed body is damaged")
        }
        if progress.isEnd {
            hasEnded = true
            needsMember = true
        }
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(progress.used))
        return progress.written
    }
}
