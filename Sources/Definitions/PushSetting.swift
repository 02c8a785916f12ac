import Records

/// The stream on which an upstream pushes its messages: `Push=` of a definition.
public nonisolated struct PushSetting: Hashable, Sendable {
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
        guard let entry = options.last(in: "Source", named: "Push") else { return nil }
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
        let rest = text[mark.upperBound...]
        guard let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]),
            1...65_535 ~= port, isHost(rest[..<colon])
        else { return nil }
        return (text.hasPrefix("tls"), String(rest[..<colon]) + ":\(port)")
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
