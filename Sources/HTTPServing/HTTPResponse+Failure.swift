import Showing

extension HTTPResponse {
    /// Returns a response with a line of text that says what is wrong.
    ///
    /// - Parameters:
    ///   - status: The status code of RFC 9110, 15.
    ///   - message: The text, which may quote the request: characters that a terminal would interpret are
    ///     escaped.
    ///   - headers: Further header fields.
    /// - Returns: The response.
    public static func failure(_ status: Int, _ message: String, headers: Headers = []) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: security + [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
            ] + headers, body: Array("\(visible(message))\n".utf8))
    }
}
