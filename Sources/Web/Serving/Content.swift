import Compression
import HTTPServing
import Records
import Showing

/// A rendered page or file in the encodings that clients accept, each made once.
final class Content {
    /// The shortest content that is worth compressing, in bytes.
    private static let shortest = 1000

    /// The tag of the content, which changes with it.
    let tag: String
    /// The status code.
    let status: Int
    /// The bytes without encoding.
    let bytes: [UInt8]
    private let headers: HTTPResponse.Headers
    private let modified: UTC?
    private let isCompressible: Bool
    private let compress: ([UInt8]) -> [UInt8]
    private lazy var plain = HTTPResponse(status, headers: fields(tag), body: bytes)
    private lazy var compressed = HTTPResponse(
        status, headers: fields(compressedTag) + [("Content-Encoding", "gzip")], body: compress(bytes))
    private lazy var unchanged = HTTPResponse(304, headers: fields(tag))
    private lazy var unchangedCompressed = HTTPResponse(304, headers: fields(compressedTag))

    /// Makes content.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - type: The media type.
    ///   - bytes: The bytes without encoding.
    ///   - headers: Further header fields.
    ///   - modified: The last change, if `headers` state it as `Last-Modified`; otherwise `nil`.
    ///   - compress: Returns bytes compressed as gzip.
    init(
        _ status: Int = 200, type: String, _ bytes: [UInt8], headers: HTTPResponse.Headers = [],
        modified: UTC? = nil, compress: @escaping ([UInt8]) -> [UInt8] = { gzip($0) }
    ) {
        self.compress = compress
        self.status = status
        self.bytes = bytes
        self.modified = modified
        self.headers = headers + [("Content-Type", type)]
        isCompressible = bytes.count >= Content.shortest && !type.hasPrefix("image/png")
        let hash = RecordHash(content: bytes.span.bytes)
        tag = "\"\(String(hash.low, radix: 36))\(String(hash.high, radix: 36))\""
    }

    private var compressedTag: String { tag.dropLast() + "-gz\"" }

    private func fields(_ tag: String) -> HTTPResponse.Headers {
        HTTPResponse.security + headers + [
            ("ETag", tag), ("Vary", "Accept, User-Agent, Accept-Encoding"),
        ]
    }

    /// Returns the response to a request.
    func response(to request: HTTPRequest) -> HTTPResponse {
        let compresses = isCompressible && Negotiation.acceptsGzip(request)
        guard status == 200 else { return compresses ? compressed : plain }
        let isUnchanged = Negotiation.has(compresses ? compressedTag : tag, modified: modified, request)
        if compresses { return isUnchanged ? unchangedCompressed : compressed }
        return isUnchanged ? unchanged : plain
    }
}

/// The compressed parts of pages: a page that is rendered again shares most of them with its last version.
final class KeptParts {
    /// The maximum size of all parts, in bytes.
    private static let mostBytes = 1 << 20

    private var parts: [RecordHash: DeflatedPart] = [:]
    private var bytes = 0

    /// Returns bytes compressed as gzip, in parts that end at these positions and at the end.
    func gzip(_ bytes: [UInt8], cuts: [Int]) -> [UInt8] {
        let starts = [0] + cuts
        let ends = cuts + [bytes.count]
        return Compression.gzip(zip(starts, ends).map { part(of: bytes, from: $0, to: $1) })
    }

    private func part(of bytes: [UInt8], from start: Int, to end: Int) -> DeflatedPart {
        let hash = RecordHash(content: bytes.span.extracting(start..<end).bytes)
        if let part = parts[hash] { return part }
        let part = bytes.withUnsafeBytes { DeflatedPart(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
        keep(part, hash)
        return part
    }

    private func keep(_ part: DeflatedPart, _ hash: RecordHash) {
        if bytes + part.bytes.count > KeptParts.mostBytes {
            parts = [:]
            bytes = 0
        }
        parts[hash] = part
        bytes += part.bytes.count
    }
}

/// The form of a page that a client wants.
///
/// Source: RFC 9110, 12.5.
nonisolated enum Negotiation {
    /// Whether a client wants text for a terminal: it does not accept HTML by name, or it is one of the
    /// programs that people use in terminals and that accept anything.
    static func wantsText(_ request: HTTPRequest) -> Bool {
        let accepted = request.header("accept") ?? ""
        if accepted.contains(text: "text/html") { return false }
        if accepted.contains(text: "text/plain") { return true }
        let agent = (request.header("user-agent") ?? "").lowercased()
        return ["curl/", "wget/", "httpie/", "xh/", "fetch libfetch/"].contains { agent.hasPrefix($0) }
    }

    /// Whether a client accepts gzip.
    static func acceptsGzip(_ request: HTTPRequest) -> Bool {
        guard let header = request.header("accept-encoding") else { return false }
        return header.utf8.split(separator: .comma).contains { part in
            let words = String(Substring(part)).split(separator: ";").map { trimmed($0).lowercased() }
            guard let coding = words.first, coding == "gzip" || coding == "*" else { return false }
            return !words.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    /// Whether a client has a version of the content: `If-None-Match` lists its tag.
    static func has(_ tag: String, _ request: HTTPRequest) -> Bool {
        guard let header = request.header("if-none-match") else { return false }
        return header == "*"
            || header.utf8.split(separator: .comma).contains { part in
                let known = trimmed(Substring(part))
                return known == tag || known == "W/" + tag
            }
    }

    /// Whether a client has a version of the content: `If-None-Match` lists its tag, or, without that field,
    /// `If-Modified-Since` is the time of its last change or later.
    ///
    /// Source: RFC 9110, 13.1.3 (a date with If-None-Match beside it does not count).
    static func has(_ tag: String, modified: UTC?, _ request: HTTPRequest) -> Bool {
        guard request.header("if-none-match") == nil, let modified,
            let known = request.header("if-modified-since").flatMap({ UTC(httpDate: $0) })
        else { return has(tag, request) }
        return known.seconds >= modified.seconds
    }

    private static func trimmed(_ text: Substring) -> String {
        var bytes = text.utf8.drop(while: \.isBlank)
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
