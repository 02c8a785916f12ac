/// The address of a broker.
public nonisolated struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    /// The ways to reach a broker.
    public enum Transport: Hashable, Sendable {
        /// Over TCP.
        case tcp
        /// Over TLS, with verification of the certificate and the host name.
        case tls
        /// Over a Unix socket.
        case unix
    }

    /// The way to reach the broker.
    public let transport: Transport
    /// The host name or address, or the path of a Unix socket.
    public let host: String
    /// The port; 0 for a Unix socket.
    public let port: UInt16
    /// The address as given.
    public let description: String

    /// Parses `mqtt://HOST[:PORT]`, `mqtts://HOST[:PORT]` or `unix:PATH`; `nil` for any other text.
    ///
    /// The default ports are 1883 and, with TLS, 8883. An IPv6 address is in brackets.
    public init?(_ text: String) {
        description = text
        if let path = BrokerAddress.remainder(of: text, after: "unix:") {
            // sun_path of unix(7) has room for 107 bytes and a zero.
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            (transport, host, port) = (.unix, path, 0)
            return
        }
        let isSecure = text.hasPrefix("mqtts://")
        guard let place = BrokerAddress.remainder(of: text, after: isSecure ? "mqtts://" : "mqtt://"),
            let (host, port) = BrokerAddress.split(place.hasSuffix("/") ? String(place.dropLast()) : place)
        else { return nil }
        transport = isSecure ? .tls : .tcp
        self.host = host
        self.port = port ?? (isSecure ? 8883 : 1883)
    }

    private static func remainder(of text: String, after scheme: String) -> String? {
        text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil
    }

    private static func split(_ place: String) -> (host: String, port: UInt16?)? {
        let isBracketed = place.hasPrefix("[")
        let end = isBracketed ? place.firstIndex(of: "]") : place.lastIndex(of: ":") ?? place.endIndex
        guard let end else { return nil }
        let host = isBracketed ? place[..<end].dropFirst() : place[..<end]
        let rest = isBracketed ? place[end...].dropFirst() : place[end...]
        guard !host.isEmpty, !host.contains(where: { " /@#?%".contains($0) }),
            isBracketed || !host.contains(":")
        else { return nil }
        if rest.isEmpty { return (String(host), nil) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (String(host), port)
    }
}
