public import Records

/// Turns the bytes of one document into records, piece by piece, trusting none of them.
///
/// Slices may end anywhere, also within a character. A broken part costs only itself and becomes a reject;
/// a decoder throws only when the document as a whole is not what its kind says.
public protocol DocumentDecoder {
    /// Makes a decoder for one document.
    ///
    /// - Throws: When the definition's sections for this kind cannot be used; the entry is named.
    init(options: Options, context: DocumentContext) throws(OptionError)

    /// Reads the next slice.
    ///
    /// - Parameters:
    ///   - bytes: What comes next; only read during the call.
    ///   - out: Where whole records and rejects go, in the order of the document. The caller empties it
    ///     between slices.
    /// - Throws: When the document as a whole cannot be read; the decoder is of no use afterwards.
    mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError)

    /// Reads what is left when no more bytes come.
    ///
    /// - Throws: When the document as a whole cannot be read.
    mutating func finish(into out: inout Decoded) throws(DecodeError)
}

extension DocumentDecoder {
    /// Reads a whole document at once.
    ///
    /// - Throws: When the document as a whole cannot be read.
    public mutating func decode(whole bytes: [UInt8]) throws(DecodeError) -> Decoded {
        var out = Decoded()
        try decode(bytes.span, into: &out)
        try finish(into: &out)
        return out
    }
}
