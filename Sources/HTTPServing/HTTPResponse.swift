import CMicroHTTPD

/// A complete response, which any number of requests can be answered with.
///
/// Requests with HEAD get the same header fields without the content.
public final class HTTPResponse {
    /// The names and values of header fields.
    public typealias Headers = [(name: String, value: String)]

    /// The status code.
    public let status: Int
    /// The number of bytes of the content that are in memory.
    let size: Int
    let handle: ResponseHandle

    /// Makes a response.
    ///
    /// - Parameters:
    ///   - status: The status code of RFC 9110, 15.
    ///   - headers: The header fields; those for the date and the length are added.
    ///   - body: The content.
    public init(_ status: Int, headers: Headers = [], body: [UInt8] = []) {
        self.status = status
        size = body.count
        handle = ResponseHandle(
            body.withUnsafeBytes {
                MHD_create_response_from_buffer(
                    $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
            })
        handle.add(headers)
    }

    /// Makes a response whose content is read from a stream.
    init(_ status: Int, headers: Headers, stream: HTTPStream) {
        self.status = status
        size = 0
        handle = ResponseHandle(
            MHD_create_response_from_callback(
                .max, HTTPStream.blockSize, readStream, Unmanaged.passRetained(stream).toOpaque(),
                releaseStream))
        handle.add(headers)
    }
}

/// A response of libmicrohttpd, which is released when the handle is destroyed.
struct ResponseHandle: ~Copyable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer?) {
        guard let pointer else { preconditionFailure("no memory for a response") }
        self.pointer = pointer
    }

    /// Adds header fields, which libmicrohttpd refuses if they contain line breaks: values from other sources
    /// must be checked before.
    func add(_ headers: HTTPResponse.Headers) {
        for (name, value) in headers {
            let result = MHD_add_response_header(pointer, name, value)
            precondition(result == .YES, "the header field \(name) is refused")
        }
    }

    deinit {
        MHD_destroy_response(pointer)
    }
}
