/// The settings of a connection to a broker.
public nonisolated struct MQTTSettings: Hashable, Sendable {
    /// The files of the encryption, as paths of files in PEM format.
    public struct Certificates: Hashable, Sendable {
        /// CA certificates for the broker; `nil` uses the store of the system.
        public var authorities: String?
        /// The certificate of the client; `nil` if the broker needs none.
        public var certificate: String?
        /// The key of the client's certificate.
        public var key: String?

        /// Makes a set of files; without arguments, only the broker is verified.
        public init(authorities: String? = nil, certificate: String? = nil, key: String? = nil) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }
    }

    /// The address of the broker.
    public var address: BrokerAddress
    /// The identifier of the client; a broker ends an older connection with the same one.
    public var client: String
    /// The name of the user; `nil` for none.
    public var user: String?
    /// The password of the user; `nil` for none.
    public var password: String?
    /// The files of the encryption.
    public var certificates = Certificates()
    /// The longest time without a packet to the broker, 5 s to 18 h: then a ping is sent.
    public var keepAlive: Duration = .seconds(60)
    /// The message that the broker publishes when the connection ends without an orderly end; `nil` for none.
    public var will: MQTTMessage?

    /// Makes settings.
    public init(address: BrokerAddress, client: String) {
        self.address = address
        self.client = client
    }
}
