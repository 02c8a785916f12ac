import Records

/// The cookies of one redirect chain: some servers redirect until the cookie that they set is sent back.
/// Nothing is kept after the chain.
///
/// Source: RFC 6265, sections 5.1.3 to 5.4.
nonisolated struct Cookies {
    private struct Cookie {
        let name: String
        let value: String
        let domain: String
        /// Whether only the host itself receives it.
        let isOfHost: Bool
        let path: String
        let isSecure: Bool
    }

    /// The maximum number of cookies, and the maximum length of the field with them, in bytes.
    private static let (most, longest) = (50, 8192)

    private var cookies: [Cookie] = []

    /// Whether no response has set a cookie.
    var isEmpty: Bool { cookies.isEmpty }

    /// Stores the cookies that a response sets.
    mutating func store(_ headers: Headers, from address: WebAddress, at now: UTC) {
        for field in headers.all("set-cookie") { store(field, from: address, at: now) }
    }

    /// Returns the value of `Cookie` for a request; `nil` if no cookie belongs to it.
    func field(for address: WebAddress) -> String? {
        let sent = cookies.filter { cookie in
            let isOfHost = cookie.domain == address.host
            let isHost = cookie.isOfHost ? isOfHost : Cookies.matches(address.host, domain: cookie.domain)
            return isHost && (!cookie.isSecure || address.scheme == "https")
                && Cookies.matches(address.path, prefix: cookie.path)
        }
        let text = sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return text.isEmpty || text.utf8.count > Cookies.longest ? nil : text
    }
}

nonisolated extension Cookies {
    private mutating func store(_ field: String, from address: WebAddress, at now: UTC) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Cookies.pair)
        guard let (name, value) = parts.first, let value, !name.isEmpty else { return }
        var attributes: [String: String] = [:]
        for (name, value) in parts.dropFirst() { attributes[name.lowercased()] = value ?? "" }
        guard let domain = Cookies.domain(attributes["domain"], of: address) else { return }
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? address.folder
        let cookie = Cookie(
            name: name, value: value, domain: domain.name, isOfHost: domain.isOfHost, path: path,
            isSecure: attributes["secure"] != nil)
        cookies.removeAll { $0.name == name && $0.domain == domain.name && $0.path == path }
        guard !Cookies.isExpired(attributes, at: now), cookies.count < Cookies.most else { return }
        cookies.append(cookie)
    }

    /// Returns the name and the value on both sides of `=`, without blanks; no value without `=`.
    private static func pair(_ text: Substring) -> (name: String, value: String?) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0].trimmedASCII, parts.count > 1 ? parts[1].trimmedASCII : nil)
    }

    /// Returns the domain of a cookie; `nil` if the host may not set cookies for it.
    private static func domain(_ stated: String?, of address: WebAddress) -> (name: String, isOfHost: Bool)? {
        guard let stated, !stated.isEmpty else { return (address.host, true) }
        let name = (stated.hasPrefix(".") ? String(stated.dropFirst()) : stated).lowercased()
        if name == address.host { return (name, false) }
        // A domain without a point is that of all hosts below it.
        return name.utf8.contains(.period) && matches(address.host, domain: name) ? (name, false) : nil
    }

    private static func matches(_ host: String, domain: String) -> Bool {
        host == domain || host.hasSuffix("." + domain) && IPAddress(host) == nil
    }

    private static func matches(_ path: String, prefix: String) -> Bool {
        guard path.hasPrefix(prefix) else { return false }
        return path.utf8.count == prefix.utf8.count || prefix.hasSuffix("/")
            || path.utf8.dropFirst(prefix.utf8.count).first == .slash
    }

    /// Whether a cookie is deleted rather than set.
    private static func isExpired(_ attributes: [String: String], at now: UTC) -> Bool {
        if let age = attributes["max-age"].flatMap({ Int($0) }) { return age <= 0 }
        return attributes["expires"].flatMap { UTC(httpDate: $0) }.map { $0 <= now } ?? false
    }
}

nonisolated extension WebAddress {
    /// The path up to its last slash, which cookies without a path have. Source: RFC 6265, section 5.1.4.
    fileprivate var folder: String {
        guard let last = path.lastIndex(of: "/"), last > path.startIndex else { return "/" }
        return String(path[..<last])
    }
}
