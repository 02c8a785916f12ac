/// What a read from a socket brought.
enum Received {
    /// Bytes, good until the next read from any socket of the set.
    case bytes(UnsafeRawBufferPointer)
    /// Nothing now.
    case nothing
    /// The peer sends no more; it may still read.
    case end
    /// The connection is broken.
    case failed
}
