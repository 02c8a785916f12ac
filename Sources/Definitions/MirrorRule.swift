public import Records

/// The sources and records that a source of `Kind=almanac` takes from another almanac: its section
/// `[Mirror]`.
///
/// - `Sources=`: globs of names, separated by spaces; all sources by default.
/// - `Kinds=`, `Tags=`: only sources of these kinds, or with one of these tags.
/// - `Keys=`: only records whose key matches one of these globs.
public nonisolated struct MirrorRule: Hashable, Sendable {
    /// Globs of source names; empty for all.
    public let sources: [String]
    /// Kinds; empty for all.
    public let kinds: [String]
    /// Tags; empty for all.
    public let tags: [String]
    /// Globs of keys; empty for all.
    public let keys: [String]

    /// Reads the section.
    ///
    /// - Throws: `OptionError` at the first setting that is unknown or cannot be used.
    public init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Mirror" {
            guard MirrorRule.known.contains(entry.name) else {
                throw OptionError(entry, "is not a known setting")
            }
        }
        func words(_ key: String) -> [String] { options.words(in: "Mirror", named: key) }
        sources = words("Sources")
        kinds = words("Kinds")
        tags = words("Tags")
        keys = words("Keys")
    }

    private static let known: Set<String> = ["Sources", "Kinds", "Tags", "Keys"]
}
