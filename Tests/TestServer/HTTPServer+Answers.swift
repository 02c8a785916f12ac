extension HTTPServer.Act {
    /// Returns a complete response.
    public static func answer(_ status: String, _ fields: String = "", _ body: String = "") -> HTTPServer.Act
    {
        .bytes(head(status, fields, body.utf8.count) + Array(body.utf8))
    }

    /// Returns a complete response with a body of bytes.
    public static func answer(_ status: String, _ fields: String, _ body: [UInt8]) -> HTTPServer.Act {
        .bytes(head(status, fields, body.count) + body)
    }

    private static func head(_ status: String, _ fields: String, _ count: Int) -> [UInt8] {
        Array("HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(count)\r\n\r\n".utf8)
    }
}
