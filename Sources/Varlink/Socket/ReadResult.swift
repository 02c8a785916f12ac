/// The result of a read from a socket.
enum ReadResult {
    /// Received bytes, valid until the next read from any socket of the set.
    case bytes(UnsafeRawBufferPointer)
    /// No input at present.
    case nothing
    /// The peer has closed its sending side; it may still read.
    case end
    /// The connection is broken.
    case failed
}
