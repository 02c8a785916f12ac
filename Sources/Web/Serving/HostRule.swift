import Glibc
import HTTPServing
import Records

/// The host names that requests may be addressed to.
///
/// A page of another site can let its own name lead to this machine and then read what a browser fetches
/// for it (DNS rebinding). Nobody can do that with an address or with `localhost`. The name of the machine
/// and names below `.local` have to be configured: a name server, or any machine on the link, answers for
/// them.
///
/// Source: RFC 6761, 6.3 (localhost); RFC 6762, 3 (.local); RFC 9110, 7.4 (421 Misdirected Request).
nonisolated struct HostRule: Sendable {
    private let names: Set<String>

    /// Makes a rule that also accepts configured names and addresses.
    init(names: [String] = []) { self.names = Set(names.map { HostRule.normalized($0) }) }

    /// Whether a request with this `Host` is accepted.
    func accepts(_ host: String?) -> Bool {
        guard let host, let name = HostRule.withoutPort(host).map(HostRule.normalized) else { return false }
        if names.contains(name) { return true }
        if let literal = HostRule.literal(name) { return HostRule.isLocal(literal) }
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// Returns what the answer to a refused request says.
    static func refusal(of host: String?) -> String {
        let advice = "start almanac-web with --host NAME to accept it, see almanac-web(8)"
        guard let host, let name = withoutPort(host) else {
            return "the request names no host: address it to localhost, or " + advice
        }
        return "no site is served under the name \(name): if it is a name of this machine, "
            + advice.replacing(text: "NAME", with: name)
    }

    /// Returns the name in lower case, without the dot of the root.
    private static func normalized(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    /// Returns the name or address of `name:80`, `192.0.2.1:80` or `[2001:db8::1]:80`; `nil` if the host has
    /// another form.
    ///
    /// Source: RFC 3986, 3.2.2 and 3.2.3; there is no user information in a `Host` (RFC 9110, 7.2).
    private static func withoutPort(_ host: String) -> String? {
        let isLiteral = host.utf8.first == .leftBracket
        guard let end = isLiteral ? host.utf8.firstIndex(of: .rightBracket) : host.utf8.startIndex else {
            return nil
        }
        let colon = host.utf8[end...].firstIndex(of: .colon) ?? host.utf8.endIndex
        let name = host.utf8[..<colon]
        guard host.utf8[colon...].dropFirst().allSatisfy(\.isDigit) else { return nil }
        if isLiteral { return name.last == .rightBracket ? String(Substring(name)) : nil }
        let isName = name.allSatisfy { $0.isLetterOrDigit || [.hyphen, .period, .underscore].contains($0) }
        return isName && !name.isEmpty ? String(Substring(name)) : nil
    }

    /// Returns the address of `192.0.2.1` or `[2001:db8::1]`; `nil` if the host is a name.
    private static func literal(_ host: String) -> [UInt8]? {
        guard host.utf8.first == .leftBracket else { return address(host, AF_INET, bytes: 4) }
        return address(String(Substring(host.utf8.dropFirst().dropLast())), AF_INET6, bytes: 16)
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

extension HTTPRequest {
    /// Whether a page of another site made the request, unless its user follows a link.
    ///
    /// A browser would keep the answer from that page anyway, but only after the work. Frames are
    /// navigations, too, and forbidden by the content security policy.
    ///
    /// Source: Fetch Metadata Request Headers, 2.1 (Dest), 2.2 (Mode), 2.3 (Site).
    nonisolated var isMadeByOtherSite: Bool {
        guard header("sec-fetch-site") == "cross-site" else { return false }
        let isDocument = header("sec-fetch-dest") ?? "document" == "document"
        return header("sec-fetch-mode") != "navigate" || !isDocument || method != "GET"
    }
}
