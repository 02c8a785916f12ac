import Glibc

/// The addresses of hosts.
enum Addresses {
    private static let usual = strdup("20.1.2.3")
    private static let several = strdup("10.0.0.7,20.1.2.3,2a00::7,127.0.0.1")
    private static let forbidden = ["127.0.0.1", "10.1.2.3", "192.168.7.7,::1", "fe80::1", "::ffff:10.0.0.1"]
        .map { (address: String) in strdup(address) }

    /// Returns the addresses of a host whose sources have these moods, separated by commas.
    static func list(for moods: [Mood], _ chance: inout Chance) -> UnsafeMutablePointer<CChar>? {
        if moods.contains(.privateName) { return chance.pick(forbidden) }
        return moods.contains(.manyAddresses) ? several : usual
    }

    /// The addresses that a request may connect to, in order.
    static func of(_ request: HTTPRequest) -> [String] {
        request.addresses.map { $0.filter { $0 != "[" && $0 != "]" } }.filter { !$0.isEmpty }
    }

    /// Whether an address may be used.
    static func isPublic(_ address: String) -> Bool { ["20.1.2.3", "2a00::7"].contains(address) }
}
