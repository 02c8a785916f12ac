import Records

/// Decodes Brotli.
///
/// Source: RFC 7932, brotli/decode.h.
nonisolated final class Brotli: ContentDecoder {
    /// Whether the decoder is available; on Debian, libcurl depends on it.
    static let isAvailable = BrotliLibrary.shared != nil

    private let library: BrotliLibrary
    private let state: OpaquePointer
    private(set) var isComplete = false

    init() {
        guard let library = BrotliLibrary.shared, let state = library.make(nil, nil, nil) else {
            preconditionFailure("no Brotli decoder")
        }
        self.library = library
        self.state = state
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int {
        guard !isComplete else {
            input = UnsafeRawBufferPointer(start: nil, count: 0)
            return 0
        }
        let bytes = input.bindMemory(to: UInt8.self)
        var next = bytes.baseAddress
        var left = bytes.count
        var place = output.bindMemory(to: UInt8.self).baseAddress
        var room = output.count
        let result = library.decode(state, &left, &next, &room, &place, nil)
        guard result != BrotliLibrary.damaged else {
            throw FetchFailure(.content, "the compressed body is damaged")
        }
        isComplete = result == BrotliLibrary.done
        input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
        return output.count - room
    }

    deinit {
        library.free(state)
    }
}
