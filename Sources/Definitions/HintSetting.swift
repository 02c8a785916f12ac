import Records

/// A topic of a broker whose messages hint at news of a source: `Push=mqtts://…` of a definition.
public nonisolated struct HintSetting: StreamAddress, Hashable, Sendable {
    /// The address without the user and the password, for people.
    public let text: String
    /// Whether the connection is encrypted, and the certificate of the broker verified.
    public let isSecure: Bool
    /// The host and the port, as in an address of the web.
    public let hostAndPort: String
    /// The user, as written; `nil` for none.
    public let user: String?
    /// The password, as written: `%{credential}` is not yet replaced; `nil` for none.
    public let password: String?
    /// The topic, in which `+` stands for any level, and `#` at the end for any further ones.
    public let topic: String

    /// The maximum number of topics of a definition.
    private static let most = 8

    /// Whether the messages of the broker are as hard to forge as the answers from an address: both are
    /// encrypted, or the answers are not either.
    public func isAsSecure(as url: String) -> Bool { isSecure || url.hasPrefix("http://") }

    /// Whether a value of `Push=` is the address of a broker.
    static func isBroker(_ value: String) -> Bool {
        value.hasPrefix("mqtt://") || value.hasPrefix("mqtts://")
    }

    /// Reads all such settings.
    ///
    /// - Throws: An error if one is no address of a topic, or another setting contradicts it.
    static func all(
        _ options: Options, from origin: Definition.Origin, every interval: Duration?
    ) throws(OptionError) -> [HintSetting] {
        let entries = options.all(in: "Source", named: "Push").filter { isBroker($0.value) }
        guard let first = entries.first else {
            if let match = options.last(in: "Source", named: "PushMatch") {
                throw OptionError(match, "needs the topic of a broker, Push=mqtts://…")
            }
            return []
        }
        guard case .url = origin, interval != nil else {
            throw OptionError(first, "needs URL= and an interval: the poll finds what the broker has lost")
        }
        guard entries.count <= most else {
            throw OptionError(entries[most], "is one topic too many: \(most) are allowed")
        }
        let allows = options.last(in: "Source", named: "AllowPrivate").flatMap { Definition.truth($0.value) }
        var settings: [HintSetting] = []
        for entry in entries {
            let setting = try HintSetting(entry)
            guard setting.isSecure || allows == true else {
                throw OptionError(
                    entry,
                    "is not encrypted: use mqtts://, or set AllowPrivate=yes for a broker in a trusted network"
                )
            }
            settings.append(setting)
        }
        return settings
    }

    /// Reads an address, `mqtts://[USER[:PASSWORD]@]HOST[:PORT]/TOPIC`.
    private init(_ entry: Options.Entry) throws(OptionError) {
        isSecure = entry.value.hasPrefix("mqtts://")
        let rest = entry.value.dropFirst(isSecure ? 8 : 7)
        guard let slash = rest.firstIndex(of: "/") else { throw HintSetting.refusal(of: entry) }
        topic = String(rest[rest.index(after: slash)...])
        let authority = rest[..<slash]
        let at = authority.lastIndex(of: "@")
        let place = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let found = PushSetting.place(place, port: isSecure ? 8883 : 1883) else {
            throw HintSetting.refusal(of: entry)
        }
        hostAndPort = found
        let login = at.map { authority[..<$0] }
        let colon = login?.firstIndex(of: ":")
        user = login.map { String($0.prefix { $0 != ":" }) }
        password = colon.flatMap { colon in login.map { String($0[$0.index(after: colon)...]) } }
        guard user?.isEmpty != true else { throw HintSetting.refusal(of: entry) }
        if let reason = HintSetting.refusal(ofTopic: topic) { throw OptionError(entry, reason) }
        text = "\(isSecure ? "mqtts" : "mqtt")://\(found)/\(topic)"
    }

    private static func refusal(of entry: Options.Entry) -> OptionError {
        OptionError(entry, "is not a topic of a broker such as mqtts://broker.example:8883/weather/#")
    }

    /// Returns why a topic cannot be subscribed to; `nil` if it can.
    ///
    /// Source: MQTT Version 3.1.1, 4.7.
    private static func refusal(ofTopic topic: String) -> String? {
        guard !topic.isEmpty, topic.utf8.count <= 1000 else { return "has no topic of at most 1000 bytes" }
        let levels = topic.utf8.split(separator: .slash, omittingEmptySubsequences: false)
        for (number, level) in levels.enumerated() {
            let isLast = number == levels.count - 1
            let hasWildcard = level.contains(.plus) || level.contains(UInt8(ascii: "#"))
            guard !hasWildcard || level.count == 1, isLast || !level.contains(UInt8(ascii: "#")) else {
                return "has a wildcard that is not a whole level, or a # that is not the last one"
            }
        }
        return nil
    }
}
