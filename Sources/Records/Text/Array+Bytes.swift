extension [UInt8] {
    /// Appends bytes.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
