import Glibc
import Records

/// The host names that requests may be addressed to.
///
/// A page of another site can let its own name point to this machine and then read what a browser fetches
/// for it (DNS rebinding). Names of this machine cannot be pointed elsewhere.
///
/// Source: RFC 6761, 6.3 (localhost); RFC 6762, 3 (.local); RFC 9110, 7.4 (421 Misdirected Request).
nonisolated struct HostRule: Sendable {
    private let names: Set<String>

    /// Makes a rule that also accepts configured names, and by default the name of the machine.
    init(names: [String] = [], machine: String? = HostRule.machineName) {
        self.names = Set((names + [machine].compactMap(\.self)).map { HostRule.normalized($0) })
    }

    /// Whether a request with this `Host` is accepted.
    func accepts(_ host: String?) -> Bool {
        guard let host else { return false }
        if let literal = HostRule.literal(host) { return HostRule.isLocal(literal) }
        guard let name = HostRule.nameWithoutPort(host).map(HostRule.normalized) else { return false }
        return name == "localhost" || name.hasSuffix(".localhost") || name.hasSuffix(".local")
            || names.contains(name)
    }

    /// The name of the machine; `nil` if it has none.
    static var machineName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
        return name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    /// Returns the name in lower case, without the dot of the root.
    private static func normalized(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    private static func nameWithoutPort(_ host: String) -> String? {
        let parts = host.utf8.split(separator: .colon, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || parts[1].allSatisfy(\.isDigit), let name = parts.first, !name.isEmpty,
            name.allSatisfy({ $0.isLetterOrDigit || [.hyphen, .period, .underscore].contains($0) })
        else { return nil }
        return String(Substring(name))
    }

    /// Returns the address of `192.0.2.1:80` or `[2001:db8::1]:80`; `nil` if the host is a name.
    private static func literal(_ host: String) -> [UInt8]? {
        if host.utf8.first == .leftBracket {
            guard let end = host.utf8.firstIndex(of: .rightBracket) else { return nil }
            return address(String(host[host.index(after: host.startIndex)..<end]), AF_INET6, bytes: 16)
        }
        return nameWithoutPort(host).flatMap { address($0, AF_INET, bytes: 4) }
    }

    private static func address(_ text: String, _ family: CInt, bytes: Int) -> [UInt8]? {
        var address = [UInt8](repeating: 0, count: bytes)
        return inet_pton(family, text, &address) == 1 ? address : nil
    }

    /// Whether an address belongs to this machine or to a private network, so that no name of another site
    /// is needed to reach it.
    ///
    /// Source: RFC 1122, 3.2.1.3; RFC 1918; RFC 3927; RFC 4193; RFC 4291, 2.5.
    private static func isLocal(_ address: [UInt8]) -> Bool {
        if address.count == 4 {
            switch (address[0], address[1]) {
            case (127, _), (10, _), (172, 16...31), (192, 168), (169, 254): return true
            default: return false
            }
        }
        let isLoopback = address.dropLast().allSatisfy { $0 == 0 } && address[15] == 1
        // The prefixes fc00::/7 and fe80::/10.
        let isUniqueLocal = address[0] >> 1 == 0b111_1110
        let isLinkLocal = address[0] == 0b1111_1110 && address[1] >> 6 == 0b10
        return isLoopback || isUniqueLocal || isLinkLocal
    }
}
