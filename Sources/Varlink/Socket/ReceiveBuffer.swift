/// A buffer that is reused for different purposes.
nonisolated struct ReceiveBuffer: ~Copyable {
    let bytes: UnsafeMutableRawBufferPointer

    init(bytes count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

    deinit {
        bytes.deallocate()
    }
}
