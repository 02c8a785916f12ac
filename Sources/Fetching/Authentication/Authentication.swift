/// The secrets that identify the client of a request; they are sent only to the origin of its address.
public nonisolated struct Authentication: Hashable, Sendable {
    /// A user with a password.
    ///
    /// Source: RFC 7617 (Basic), RFC 7616 (Digest).
    public struct Password: Hashable, Sendable {
        /// The name of the user.
        public let user: String
        /// The password.
        public let password: String
        /// Whether only a digest of the password is sent, after a challenge, instead of the password itself.
        public let isDigest: Bool

        /// Creates a user with a password.
        public init(user: String, password: String, isDigest: Bool) {
            self.user = user
            self.password = password
            self.isDigest = isDigest
        }
    }

    /// A certificate of this machine for TLS.
    public struct Certificate: Hashable, Sendable {
        /// The certificate and those of its issuers, in PEM (RFC 7468).
        public let chain: String
        /// The private key, in PEM, without a passphrase.
        public let key: String

        /// Creates a certificate.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }

    /// The user and the password; `nil` for none.
    public var password: Password?
    /// The certificate; `nil` for none.
    public var certificate: Certificate?
    /// The grant of an access token; `nil` for none.
    public var grant: TokenGrant?

    /// Creates an authentication without any secret.
    public init() {}

    /// Whether there is no secret.
    public var isEmpty: Bool { password == nil && certificate == nil && grant == nil }
}
