import Glibc

extension StringProtocol {
    /// Whether this text comes before another one in the order of bytes, which is the order of all lists and
    /// of SQLite.
    ///
    /// The standard library's `<` treats canonically equivalent texts as equal.
    public func precedes(_ other: some StringProtocol) -> Bool { order(to: other) < 0 }

    /// Whether this text has the same bytes as another one.
    ///
    /// The standard library's `==` treats canonically equivalent texts as equal, and `elementsEqual` compares
    /// byte by byte.
    package func hasBytes(of other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && order(to: other) == 0
    }

    /// Compares the bytes.
    ///
    /// - Returns: A number below 0 if this text comes first, above 0 if the other one does, 0 if both are
    ///   equal.
    fileprivate func order(to other: some StringProtocol) -> Int {
        let order = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.order(to: $0) }
        }
        if let order, let order { return order }
        // Only strings bridged from other languages are not contiguous.
        return Array(utf8).withUnsafeBufferPointer { own in
            Array(other.utf8).withUnsafeBufferPointer { own.order(to: $0) }
        }
    }
}

extension String {
    /// Whether this text comes before another one in the order of bytes; without generic code, which is slow.
    public func precedes(_ other: String) -> Bool { order(to: other) < 0 }

    /// Whether this text has the same bytes as another one; without generic code, which is slow.
    package func hasBytes(of other: String) -> Bool {
        utf8.count == other.utf8.count && order(to: other) == 0
    }
}

extension [String] {
    /// The texts in the order of their bytes, each once: one form for all lists of the same alternatives.
    package var distinct: [String] {
        sorted { $0.precedes($1) }.reduce(into: []) { texts, text in
            if texts.last.map({ !$0.hasBytes(of: text) }) ?? true { texts.append(text) }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func order(to other: UnsafeBufferPointer<UInt8>) -> Int {
        guard let bytes = baseAddress, let others = other.baseAddress else { return count - other.count }
        let order = memcmp(bytes, others, Swift.min(count, other.count))
        return order == 0 ? count - other.count : Int(order)
    }
}
