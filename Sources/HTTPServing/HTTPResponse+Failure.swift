extension HTTPResponse {
    /// Returns a response with a line of text that says what is wrong.
    public static func failure(_ status: Int, _ message: String, headers: Headers = []) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: security + [
                ("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"),
            ] + headers, body: Array("\(message)\n".utf8))
    }
}
