extension String {
    /// An address without its user and password; any other text as it is.
    ///
    /// Source: RFC 3986 §3.2.1, userinfo.
    public var withoutUser: String {
        guard let start = firstRange(ofText: "://")?.upperBound else { return self }
        let authority = self[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return self }
        return String(self[..<start] + self[index(after: at)...])
    }
}
