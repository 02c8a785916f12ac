import Decoding
import Records

/// Finds settings of `[Source]` that are unknown or that their author may not use.
nonisolated struct DefinitionCheck {
    let options: Options
    let author: Definition.Author

    /// All settings that `[Source]` may contain.
    static let known: Set<String> = [
        "AllowHTTP", "AllowPrivate", "Area", "Authentication", "Batch", "CAFile", "Cache",
        "ClientCertificate", "ClientID", "ClientKey", "ClientSecret", "Credential", "Description", "Edition",
        "Folder", "Follow", "From",
        "HTTP", "Header", "History", "Keep", "Kind", "Known", "Linger", "MaxAge", "MaxBytes", "NoContent",
        "Order", "Pages", "Path", "Proxy",
        "Publish", "Push", "PushMatch", "Refresh", "Requests", "Rhythm", "Scope", "Tags", "Timeout", "Title",
        "TokenURL", "URL",
        "User",
    ]

    /// The settings that access local files, the local network or secrets: allowed in files, and to root.
    static let privileged: Set<String> = [
        "AllowPrivate", "Authentication", "CAFile", "ClientCertificate", "ClientID", "ClientKey",
        "ClientSecret", "Credential", "From", "Header", "Path", "Proxy", "Scope", "TokenURL", "User",
    ]

    private static let switches: Set<String> = ["AllowHTTP", "AllowPrivate", "Cache"]

    /// Checks all settings.
    ///
    /// - Throws: An error at the first setting that is not valid.
    func run() throws(OptionError) {
        try Edition.check(options)
        _ = try KnownNames(options)
        for entry in options.entries where entry.section == "Source" {
            if entry.name.hasPrefix("X-") { continue }
            guard DefinitionCheck.known.contains(entry.name) else {
                throw OptionError.unknown(entry, among: DefinitionCheck.known)
            }
            if author == .user, DefinitionCheck.privileged.contains(entry.name) {
                throw OptionError(entry, "is allowed only in definition files or for root")
            }
            if DefinitionCheck.switches.contains(entry.name), Definition.truth(entry.value) == nil {
                throw OptionError(entry, "is neither yes nor no")
            }
            if entry.name == "Publish", Publishing(setting: entry.value) == nil {
                throw OptionError(entry, "is neither yes, no nor a time such as 30s")
            }
            if entry.name == "Area" { try checkArea(entry) }
            if entry.name == "HTTP", !["1.1", "2"].contains(entry.value) {
                throw OptionError(entry, "is neither 1.1 nor 2")
            }
            if entry.name == "Order", Definition.Order(rawValue: entry.value) == nil {
                throw OptionError(entry, "is neither report nor arrival")
            }
            if entry.name == "NoContent", Definition.NoContent(rawValue: entry.value) == nil {
                throw OptionError(entry, "is neither empty nor failure")
            }
        }
    }

    /// Checks the boxes of `Area=`.
    ///
    /// - Throws: An error at the first word that is none.
    private func checkArea(_ entry: Options.Entry) throws(OptionError) {
        let words = Options([entry]).words(in: "Source", named: "Area")
        guard let word = words.first(where: { !CoveredArea.isWord($0) }) else { return }
        throw OptionError(
            entry, "has \(word), which is no box SOUTH,WEST,NORTH,EAST in degrees, such as 47.2,5.8,55.2,15.1"
        )
    }
}
