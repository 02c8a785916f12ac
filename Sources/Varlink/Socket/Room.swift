/// Memory that is used for one thing after the other.
nonisolated struct Room: ~Copyable {
    let bytes: UnsafeMutableRawBufferPointer

    init(bytes count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }

    deinit {
        bytes.deallocate()
    }
}
