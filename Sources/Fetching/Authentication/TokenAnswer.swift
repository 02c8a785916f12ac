import Records

/// An access token as its server sends it.
///
/// Source: RFC 6749 §5.1 and §5.2, RFC 6750 §2.1.
nonisolated struct TokenAnswer: Hashable, Sendable {
    /// The maximum size of an answer, in bytes.
    static let largest = 64 << 10
    private static let longestToken = 16 << 10
    /// The lifetime of a token whose server states none; at most a day is believed.
    private static let usualLifetime: Duration = .seconds(3600)

    /// The token.
    let token: String
    /// The lifetime of the token.
    let lifetime: Duration

    /// Reads an answer; `nil` if it contains no bearer token.
    init?(_ bytes: [UInt8]) {
        // An answer that is not JSON contains no token either.
        guard let json = try? JSON(parsing: bytes), let token = json["access_token"]?.string,
            json["token_type"]?.string?.lowercased() == "bearer", TokenAnswer.isToken(token)
        else { return nil }
        self.token = token
        let seconds = json["expires_in"]?.double ?? json["expires_in"]?.string.flatMap { Double($0) }
        lifetime =
            seconds.map { Duration.seconds(min(max($0.isFinite ? $0 : 0, 0), 86_400)) }
            ?? TokenAnswer.usualLifetime
    }

    /// Whether a text may be a token; other characters could end the header field.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestToken
            && text.utf8.allSatisfy { $0 > .space && $0 <= .tilde }
    }

    /// Returns the error code of a refusal; `nil` if it has none of the standard.
    ///
    /// Other texts are not repeated anywhere, because a server may return the secret that it received.
    static func refusal(_ bytes: [UInt8]) -> String? {
        guard let code = (try? JSON(parsing: bytes))?["error"]?.string, refusals.contains(code) else {
            return nil
        }
        return code
    }

    private static let refusals: Set<String> = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
        "unsupported_grant_type", "invalid_scope",
    ]
}
