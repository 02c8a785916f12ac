import Records

/// The addresses of one document: the values of `URL=`, in the order in which they are asked.
///
/// A drop-in file that has any replaces those of the files before it.
nonisolated struct AddressList {
    /// The values in the order of their lines; empty if there are none.
    let entries: [Options.Entry]

    /// Reads the addresses of a definition.
    init(_ options: Options) {
        let all = options.all(in: "Source", named: "URL")
        entries = all.filter { $0.file == all.last?.file }
    }

    /// Checks that several addresses can be asked.
    ///
    /// - Throws: An error if they are too many, equal, or of other hosts than a secret is for.
    func check(_ options: Options, of kind: Kind) throws(OptionError) {
        guard let second = entries.dropFirst().first else { return }
        guard kind.readsDocuments, kind != .join else {
            throw OptionError(second, "is one address too many: Kind=\(kind.rawValue) has only one")
        }
        guard entries.count <= AddressList.most else {
            throw OptionError(
                entries[AddressList.most], "is one address too many: the most are \(AddressList.most)")
        }
        if let follow = options.last(in: "Source", named: "Follow") {
            throw OptionError(follow, "cannot be combined with several URL=")
        }
        try checkDifferences()
        try checkSecrets(options)
    }

    private func checkDifferences() throws(OptionError) {
        for (index, entry) in entries.enumerated() {
            guard entries[..<index].contains(where: { $0.value == entry.value }) else { continue }
            throw OptionError(entry, "is the same address as one before it")
        }
    }

    /// The largest number of addresses.
    private static let most = 8
    private static let secrets = ["Credential", "Header", "ClientCertificate", "TokenURL"]

    /// Checks that a secret is sent only to the origin of the first address.
    private func checkSecrets(_ options: Options) throws(OptionError) {
        guard let secret = AddressList.secrets.first(where: { options.last(in: "Source", named: $0) != nil }),
            let own = entries.first.map({ AddressList.origin(of: $0.value) })
        else { return }
        for entry in entries.dropFirst() where AddressList.origin(of: entry.value) != own {
            throw OptionError(entry, "is of another host than the first address, to which \(secret)= belongs")
        }
    }

    /// Returns the scheme, the host and the port of an address, in small letters.
    private static func origin(of url: String) -> String {
        let path = url.dropFirst(url.prefix { $0 != ":" }.count + "://".count)
        return url.dropLast(path.drop { !"/?#".contains($0) }.count).lowercased()
    }
}
