extension [UInt8] {
    /// The bytes without the UTF-8 byte order mark that some editors write.
    ///
    /// Source: RFC 8259 §8.1: parsers of JSON may ignore it.
    package var unmarked: [UInt8] { starts(with: "\u{FEFF}".utf8) ? Array(dropFirst(3)) : self }
}
