/// Undoes one content coding, piece by piece, and knows whether the end was reached.
///
/// libcurl could do the same, but reports a body that ends in the middle of a coded stream as a success.
nonisolated protocol ContentDecoder: AnyObject {
    /// Whether the coded stream is complete, so that the body may end here.
    var isComplete: Bool { get }

    /// Decodes what fits.
    ///
    /// - Parameters:
    ///   - input: Coded bytes; what was taken of them is dropped from the front.
    ///   - output: Where decoded bytes go.
    /// - Returns: How many decoded bytes there are; less than fit means that more input is needed.
    /// - Throws: When the stream is damaged.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int
}

/// The content codings that are understood.
///
/// Source: RFC 9110 §8.4.1, RFC 7932.
nonisolated enum ContentCoding {
    /// What to send as `Accept-Encoding`.
    static let accepted = Brotli.isAvailable ? "gzip, br" : "gzip"

    /// The decoder for the values of `Content-Encoding`; `nil` when the body is not coded.
    ///
    /// - Throws: A failure of reason `content` for a coding that is not understood, and for more than one.
    static func decoder(_ values: [String]) throws(FetchFailure) -> (any ContentDecoder)? {
        let names = values.flatMap { $0.split(separator: ",") }.map { $0.trimmedASCII.lowercased() }
        let codings = names.filter { $0 != "identity" && !$0.isEmpty }
        guard let name = codings.first else { return nil }
        guard codings.count == 1 else {
            throw FetchFailure(.content, "the body is compressed more than once")
        }
        switch name {
        case "gzip", "x-gzip", "deflate": return Gunzip()
        case "br" where Brotli.isAvailable: return Brotli()
        default: throw FetchFailure(.content, "the body is in a coding that was not asked for")
        }
    }
}
