import Records

/// Decodes one content coding piece by piece, and detects whether the stream is complete.
///
/// libcurl could decode as well, but it reports a body that ends in the middle of a coded stream as a
/// success.
package nonisolated protocol ContentDecoder: AnyObject {
    /// Whether the coded stream is complete, so that the body may end here.
    var isComplete: Bool { get }

    /// Decodes as much as fits into the output.
    ///
    /// - Parameters:
    ///   - input: The coded bytes; consumed bytes are dropped from the front.
    ///   - output: The destination of decoded bytes.
    /// - Returns: The number of decoded bytes; fewer than fit means that more input is needed.
    /// - Throws: A failure of reason `content` when the stream is damaged.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchFailure) -> Int
}

/// The supported content codings.
///
/// Source: RFC 9110 §8.4.1, RFC 7932.
package nonisolated enum ContentCoding {
    /// The value of `Accept-Encoding`.
    static let accepted = Brotli.isAvailable ? "gzip, br" : "gzip"

    /// The registered codings that are never requested. Source: IANA, HTTP Content Coding Registry.
    private static let others: Set<String> = [
        "aes128gcm", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
    ]

    /// Returns the decoder for the values of `Content-Encoding`; `nil` if the body is not coded.
    ///
    /// A name that is no coding is ignored: the metadata of stores of objects contain `utf-8` or
    /// `aws-chunked`, and the body is not coded.
    ///
    /// - Throws: A failure of reason `content` for an unsupported coding, and for several codings.
    package static func decoder(_ values: [String]) throws(FetchFailure) -> (any ContentDecoder)? {
        let names = values.flatMap { $0.split(separator: ",") }.map { $0.trimmedASCII.lowercased() }
        let known = ["gzip", "x-gzip", "deflate", "br"] + others
        let codings = names.filter(known.contains)
        guard let name = codings.first else { return nil }
        // A body that is compressed twice by gzip is recognised by its content.
        guard codings.allSatisfy({ $0.hasSuffix("gzip") == name.hasSuffix("gzip") }),
            codings.count == 1 || name.hasSuffix("gzip")
        else { throw FetchFailure(.content, "the body is compressed more than once") }
        switch name {
        case "gzip", "x-gzip", "deflate": return Gunzip()
        case "br" where Brotli.isAvailable: return Brotli()
        default: throw FetchFailure(.content, "the body has a content coding that was not requested")
        }
    }
}
