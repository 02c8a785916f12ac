import Records

/// The address of a server that sends bytes without being asked.
public nonisolated protocol StreamAddress {
    /// Whether the connection is encrypted, and the certificate of the server verified.
    var isSecure: Bool { get }
    /// The host and the port, as in an address of the web.
    var hostAndPort: String { get }
}

/// The stream on which an upstream pushes its messages: `Push=` of a definition.
public nonisolated struct PushSetting: StreamAddress, Hashable, Sendable {
    /// The address, as written.
    public let text: String
    /// Whether the connection is encrypted, and the certificate of its server verified.
    public let isSecure: Bool
    /// The host and the port, as in an address of the web.
    public let hostAndPort: String

    /// Reads the setting; `nil` if the definition has none.
    ///
    /// - Throws: An error if it is no address of a stream, or another setting contradicts it.
    init?(_ options: Options, of kind: Kind, from origin: Definition.Origin, every interval: Duration?)
        throws(OptionError)
    {
        let entries = options.all(in: "Source", named: "Push")
        guard let entry = entries.last(where: { !HintSetting.isBroker($0.value) }) else { return nil }
        guard let address = PushSetting.address(entry.value) else {
            throw OptionError(entry, "is not the address of a stream such as tls://stream.example:8443")
        }
        text = entry.value
        isSecure = address.isSecure
        hostAndPort = address.hostAndPort
        guard kind == .alert else { throw OptionError(entry, "is allowed only with Kind=alert") }
        guard case .url = origin, interval != nil else {
            throw OptionError(entry, "needs URL= and an interval: the poll finds what the stream has lost")
        }
        guard options.last(in: "Alert", named: "Absence")?.value == "nothing" else {
            throw OptionError(
                entry, "needs Absence=nothing in [Alert]: the document of URL= may lack what was pushed")
        }
        guard options.last(in: "Alert", named: "References") != nil else {
            throw OptionError(
                entry, "needs References= in [Alert], the archive of messages that a heartbeat names")
        }
        let allows = options.last(in: "Source", named: "AllowPrivate").flatMap { Definition.truth($0.value) }
        guard isSecure || allows == true else {
            throw OptionError(
                entry,
                "is not encrypted: use tls://, or set AllowPrivate=yes for a relay in a trusted network")
        }
    }

    private static func address(_ text: String) -> (isSecure: Bool, hostAndPort: String)? {
        guard let mark = text.firstRange(ofText: "://"), ["tls", "tcp"].contains(text[..<mark.lowerBound])
        else { return nil }
        return place(text[mark.upperBound...], port: nil).map { (text.hasPrefix("tls"), $0) }
    }

    /// Returns a host and a port as in an address of the web; `nil` if a text is neither.
    ///
    /// - Parameters:
    ///   - text: A host, with a colon and a port.
    ///   - standard: The port of a text that names none; `nil` if it must.
    /// - Returns: Both, with a colon between them.
    static func place(_ text: Substring, port standard: Int?) -> String? {
        if let standard, isHost(text) { return "\(text):\(standard)" }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            1...65_535 ~= port, isHost(text[..<colon])
        else { return nil }
        return "\(text[..<colon]):\(port)"
    }

    /// Whether a text is a name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ text: Substring) -> Bool {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 3
        let inside = isBracketed ? text.dropFirst().dropLast() : text
        let signs = isBracketed ? ":.".utf8 : "-.".utf8
        return !inside.isEmpty && inside.utf8.count < 254
            && inside.utf8.allSatisfy { $0.isLetter || $0.isDigit || signs.contains($0) }
    }
}
