import Records

/// The grant of an access token to a client that identifies itself with an identifier and a secret.
///
/// Source: RFC 6749 §4.4.
public nonisolated struct TokenGrant: Hashable, Sendable {
    /// The identity of a grant: sources with equal identities share a token.
    struct Identity: Hashable, Sendable {
        let url: String
        let client: String
        let scope: String?
    }

    /// The address of the token endpoint.
    public let url: String
    /// The identifier of the client.
    public let client: String
    /// The secret of the client.
    public let secret: String
    /// The requested scope, names separated by blanks; `nil` for the default of the server.
    public let scope: String?

    /// Creates a grant.
    public init(url: String, client: String, secret: String, scope: String?) {
        self.url = url
        self.client = client
        self.secret = secret
        self.scope = scope
    }

    var identity: Identity { Identity(url: url, client: client, scope: scope) }

    /// Returns the request for a token, by the rules of the request that needs it.
    ///
    /// Source: RFC 6749 §2.3.1 (the client's password) and §4.4.2.
    func request(for request: FetchRequest) -> FetchRequest {
        var asked = FetchRequest(url: url, userAgent: request.userAgent)
        asked.timeout = min(request.timeout, .seconds(60))
        asked.maximumBytes = TokenAnswer.largest
        asked.allowHTTP = request.allowHTTP
        asked.allowPrivate = request.allowPrivate
        asked.allowHTTP2 = request.allowHTTP2
        asked.caFile = request.caFile
        asked.proxies = request.proxies
        asked.headers = [FetchRequest.Header("Accept", "application/json")]
        asked.bearsSecret = true
        asked.followsRedirects = false
        asked.readsRefusals = true
        asked.form = "grant_type=client_credentials" + (scope.map { "&scope=" + Self.encoded($0) } ?? "")
        asked.authentication.password = .init(
            user: Self.encoded(client), password: Self.encoded(secret), isDigest: false)
        return asked
    }

    /// Returns a text in the encoding of forms: application/x-www-form-urlencoded (RFC 6749 appendix B).
    private static func encoded(_ text: String) -> String {
        text.percentEncoded().replacing(text: "~", with: "%7E").replacing(text: "%20", with: "+")
    }
}
