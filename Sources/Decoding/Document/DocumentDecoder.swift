public import Records

/// A decoder that turns the untrusted bytes of one document into records, slice by slice.
///
/// A slice may end anywhere, even within a character. A broken part becomes a reject and costs only itself; a
/// decoder throws only if the document as a whole is not of its kind.
public protocol DocumentDecoder {
    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of the definition cannot be used.
    init(options: Options, context: DocumentContext) throws(OptionError)

    /// Decodes the next slice.
    ///
    /// - Parameters:
    ///   - bytes: The next slice; read only during the call.
    ///   - out: The output for complete records and rejects, in the order of the document. The caller empties
    ///     it between slices.
    /// - Throws: `DecodeError` if the document as a whole cannot be read; the decoder cannot be used
    ///   afterwards.
    mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError)

    /// Decodes the rest after the last slice.
    ///
    /// - Throws: `DecodeError` if the document as a whole cannot be read.
    mutating func finish(into out: inout Decoded) throws(DecodeError)
}

extension DocumentDecoder {
    /// Decodes a whole document at once.
    ///
    /// - Throws: `DecodeError` if the document as a whole cannot be read.
    public mutating func decode(whole bytes: [UInt8]) throws(DecodeError) -> Decoded {
        var out = Decoded()
        try decode(bytes.span, into: &out)
        try finish(into: &out)
        return out
    }
}
