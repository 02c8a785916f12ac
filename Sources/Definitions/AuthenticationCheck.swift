import Records

/// Checks the settings with which a source identifies itself to its upstream.
nonisolated struct AuthenticationCheck {
    let options: Options

    /// Checks all of them.
    ///
    /// - Throws: An error at the first setting that is invalid, or that needs another one.
    func run() throws(OptionError) {
        try checkUser()
        try checkCertificate()
        try checkToken()
    }

    private func checkUser() throws(OptionError) {
        if let user = entry("User") {
            try require("Credential", for: user)
            guard !user.value.utf8.contains(.colon) else {
                throw OptionError(user, "must not contain a colon (RFC 7617)")
            }
        }
        guard let method = entry("Authentication") else { return }
        try require("User", for: method)
        guard ["basic", "digest"].contains(method.value) else {
            throw OptionError(method, "is neither basic nor digest")
        }
    }

    private func checkCertificate() throws(OptionError) {
        if let key = entry("ClientKey") { try require("ClientCertificate", for: key) }
    }

    private func checkToken() throws(OptionError) {
        guard let token = entry("TokenURL") else {
            for entry in ["ClientID", "ClientSecret", "Scope"].compactMap(entry) {
                try require("TokenURL", for: entry)
            }
            return
        }
        try require("ClientID", for: token)
        try require("ClientSecret", for: token)
        if let user = entry("User") { throw OptionError(user, "cannot be combined with TokenURL=") }
        for address in [token] + AddressList(options).entries where !isProtected(address.value) {
            throw OptionError(
                address, "is not https, which a token needs; only on this machine, AllowHTTP=yes is enough")
        }
    }

    /// Whether a secret that is sent to an address stays secret: it is encrypted, or does not leave this
    /// machine.
    private func isProtected(_ url: String) -> Bool {
        if url.lowercased().hasPrefix("https://") { return true }
        let isAllowed = entry("AllowHTTP").flatMap { Definition.truth($0.value) } ?? false
        guard isAllowed, url.lowercased().hasPrefix("http://"), !url.utf8.contains(UInt8(ascii: "@")) else {
            return false
        }
        let host = url.dropFirst("http://".count).lowercased().prefix { !"/?#".contains($0) }
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
        return name == "localhost" || name == "[::1" || isLoopback(name)
    }

    private func isLoopback(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private func entry(_ name: String) -> Options.Entry? { options.last(in: "Source", named: name) }

    private func require(_ name: String, for entry: Options.Entry) throws(OptionError) {
        if self.entry(name) == nil { throw OptionError(entry, "needs \(name)=") }
    }
}
