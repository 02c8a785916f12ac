import Records

/// Looks for settings of `[Source]` that nobody knows or that their author may not use.
nonisolated struct DefinitionCheck {
    let options: Options
    let author: Definition.Author

    /// Everything that may stand in `[Source]`.
    static let known: Set<String> = [
        "AllowHTTP", "AllowPrivate", "Batch", "CAFile", "Cache", "Credential", "Description", "Follow",
        "Header",
        "History",
        "Keep", "Kind", "Linger", "MaxAge", "MaxBytes", "Path", "Proxy", "Publish", "Refresh",
        "Tags",
        "Timeout", "Title", "URL",
    ]

    /// What reaches into this machine or its secrets: for files and root alone.
    static let privileged: Set<String> = ["AllowPrivate", "CAFile", "Credential", "Header", "Path", "Proxy"]

    private static let switches: Set<String> = ["AllowHTTP", "AllowPrivate", "Cache", "Publish"]

    /// - Throws: At the first setting that cannot stand.
    func run() throws(OptionError) {
        for entry in options.entries where entry.section == "Source" {
            if entry.name.hasPrefix("X-") { continue }
            guard DefinitionCheck.known.contains(entry.name) else {
                throw OptionError(entry, "is not a known setting")
            }
            if author == .user, DefinitionCheck.privileged.contains(entry.name) {
                throw OptionError(entry, "is allowed in definition files only, or to root")
            }
            if DefinitionCheck.switches.contains(entry.name), Definition.truth(entry.value) == nil {
                throw OptionError(entry, "is neither yes nor no")
            }
        }
    }
}
