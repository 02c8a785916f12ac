extension [UInt8] {
    /// The same without the byte order mark that some editors put before UTF-8.
    ///
    /// Source: RFC 8259 §8.1: readers of JSON may pass it over.
    var unmarked: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
