import Fetching

/// Bodies in a content coding, decoded in pieces.
enum CodingTarget {
    /// The maximum number of decoded bytes of one input, as `MaxBytes=` bounds them in the daemon.
    private static let mostOutput = 1 << 18

    private enum Outcome: Equatable {
        case complete([UInt8])
        case truncated([UInt8])
        case damaged
        case cut
    }

    /// Decodes a body at once and in small pieces, which must give the same result.
    static func run(_ name: String, _ input: FuzzInput) {
        let whole = decode(name, input.bytes, piece: max(1, input.bytes.count), room: 1 << 15)
        let pieces = decode(name, input.bytes, piece: 7, room: 129)
        // Whether damage after the limit is found depends on the size of the buffer.
        if whole == .cut || pieces == .cut { return }
        require(whole == pieces, "pieces of a coded body must not change what is decoded")
    }

    private static func decode(_ name: String, _ bytes: [UInt8], piece: Int, room: Int) -> Outcome {
        guard let decoder = try? ContentCoding.decoder([name]) else { fatalError("no decoder of \(name)") }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: room)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Array(bytes[start..<min(start + piece, bytes.count)])
            let isRead = part.withUnsafeBytes { raw in
                var input = raw
                return take(&input, decoder, &buffer, &output)
            }
            guard isRead else { return .damaged }
            if output.count >= mostOutput { return .cut }
        }
        return decoder.isComplete ? .complete(output) : .truncated(output)
    }

    /// Decodes the input up to `mostOutput` bytes; `false` when it is damaged.
    private static func take(
        _ input: inout UnsafeRawBufferPointer, _ decoder: any ContentDecoder, _ buffer: inout [UInt8],
        _ output: inout [UInt8]
    ) -> Bool {
        while output.count < mostOutput {
            let before = input.count
            // A damaged stream is refused, which is all that is required.
            let made = try? buffer.withUnsafeMutableBytes { try decoder.decode(&input, into: $0) }
            guard let made else { return false }
            require(made <= buffer.count && input.count <= before, "a decoder stays in its buffers")
            output += buffer[..<made]
            if made < buffer.count, input.isEmpty || made == 0 { return true }
        }
        return true
    }
}
