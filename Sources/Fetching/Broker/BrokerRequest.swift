/// A packet of a client that only subscribes, as bytes.
///
/// Source: MQTT Version 3.1.1, chapters 2 and 3.
public nonisolated enum BrokerRequest {
    /// The number of version 3.1.1 in a packet (3.1.2.2).
    private static let version: UInt8 = 4
    /// The flags that a subscription must have (3.8.1).
    private static let subscribeFlags: UInt8 = 2
    /// The quality of service at which each message comes at least once (4.3.2).
    private static let atLeastOnce: UInt8 = 1

    /// The user and the password with which a client identifies itself.
    public struct Login: Hashable, Sendable {
        /// The user.
        public let user: String
        /// The password; `nil` for none.
        public let password: String?

        /// Creates a login.
        public init(user: String, password: String?) {
            self.user = user
            self.password = password
        }
    }

    /// Creates a packet that opens a session (CONNECT), of which the broker keeps nothing.
    ///
    /// - Parameters:
    ///   - client: The identifier of the client, at most 23 letters and digits.
    ///   - login: The user; `nil` for none.
    ///   - patience: The number of seconds after which a silent client is lost.
    /// - Returns: The packet.
    public static func connect(client: String, login: Login?, patience: Int) -> [UInt8] {
        var flags: ConnectFlags = .cleanSession
        if login != nil { flags.insert(.user) }
        if login?.password != nil { flags.insert(.password) }
        var content = text("MQTT") + [version, flags.rawValue] + number(patience) + text(client)
        if let login { content += text(login.user) }
        if let password = login?.password { content += text(password) }
        return packet(.connect, content)
    }

    /// Returns a packet that subscribes to the messages of a topic, each at least once (SUBSCRIBE).
    public static func subscribe(_ topic: String, number: Int) -> [UInt8] {
        packet(.subscribe, flags: subscribeFlags, self.number(number) + text(topic) + [atLeastOnce])
    }

    /// Returns a packet that acknowledges a message (PUBACK).
    public static func acknowledge(_ number: Int) -> [UInt8] { packet(.acknowledge, self.number(number)) }

    /// A packet that the broker must answer (PINGREQ).
    public static let ping: [UInt8] = packet(.ping, [])

    /// A packet that ends a session (DISCONNECT).
    public static let disconnect: [UInt8] = packet(.disconnect, [])

    /// Returns a packet of a type with a content, which is much shorter than 2 MB.
    private static func packet(
        _ type: BrokerPacketType, flags: UInt8 = 0, _ content: [UInt8]
    ) -> [UInt8] {
        var bytes = [type.head(flags: flags)]
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes + content
    }

    private static func number(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    /// Returns a text after its length; MQTT cannot express more than 65,535 bytes.
    private static func text(_ text: String) -> [UInt8] {
        let bytes = text.utf8.prefix(65_535)
        return number(bytes.count) + bytes
    }
}

/// The flags of a packet that opens a session.
///
/// Source: MQTT Version 3.1.1, 3.1.2.3.
private nonisolated struct ConnectFlags: OptionSet {
    let rawValue: UInt8

    static let cleanSession = ConnectFlags(rawValue: 1 << 1)
    static let password = ConnectFlags(rawValue: 1 << 6)
    static let user = ConnectFlags(rawValue: 1 << 7)
}
