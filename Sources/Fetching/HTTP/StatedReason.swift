import Records

/// The reason that an upstream states in the body of a refusal, such as `{"error": "Invalid station"}`.
///
/// Source: RFC 9457 (`detail`, `title`); aviationweather.gov (`error`), open-meteo.com (`reason`),
/// api.tidesandcurrents.noaa.gov and googleapis.com (`error.message`).
nonisolated enum StatedReason {
    /// The maximum size of the body that is read, in bytes.
    static let largest = 16 << 10
    /// The maximum length of the reason, in characters.
    private static let longest = 200

    /// The members that may hold the reason, the best first.
    private static let members = ["error", "message", "detail", "reason", "description", "title", "errors"]

    /// Returns the reason in a body; `nil` if it is not JSON, or states none.
    static func text(in body: Body) -> String? {
        // A body that cannot be read, or is no JSON, states no reason that could be shown.
        guard body.count <= largest, let bytes = try? body.prefix(largest),
            let json = try? JSON(parsing: bytes), let text = reason(in: json)
        else { return nil }
        let line = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let visible = line.unicodeScalars.filter {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32
                && !(127..<160).contains($0.value)
        }
        let plain = String(String.UnicodeScalarView(visible)).prefix(longest)
        return plain.isEmpty ? nil : String(plain)
    }

    private static func reason(in json: JSON, depth: Int = 0) -> String? {
        if let text = json.string { return text.contains { !$0.isWhitespace } ? text : nil }
        guard depth < 4 else { return nil }
        if let first = json.array?.first { return reason(in: first, depth: depth + 1) }
        return members.lazy.compactMap { json[$0].flatMap { reason(in: $0, depth: depth + 1) } }.first
    }
}
