public import Records

/// What two sources are joined by, as the section `[Join]` of a definition says.
///
/// - `Left=`, `Right=` the names of the two; they may be one, which is then joined with itself.
/// - `On=` the field that both have, or `LEFTFIELD=RIGHTFIELD`; values are compared as text, byte by byte.
/// - `Type=` `inner`, which leaves out what has no row on the right and is the standard, or `left`, which keeps it.
/// - `Prefix=` what is put before the names of the right one's members; without it, a member that both have is the left one's.
public struct JoinFormat: Hashable, Sendable {
    /// The source that decides which records there are.
    public let left: SourceName
    /// The source that adds to them.
    public let right: SourceName
    /// The field of the left one's records.
    public let leftField: FieldPath
    /// The field of the right one's records.
    public let rightField: FieldPath
    /// Whether a record stays that has no row on the right.
    public let keepsUnmatched: Bool
    /// What is put before the names of the right one's members; empty when nothing is.
    public let prefix: String

    /// Reads the section.
    ///
    /// - Throws: At the first setting that is missing, unknown or cannot be used.
    public init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Join" {
            guard JoinFormat.known.contains(entry.name) else {
                throw OptionError(entry, "is not a known setting")
            }
        }
        left = try JoinFormat.name("Left", options)
        right = try JoinFormat.name("Right", options)
        (leftField, rightField) = try JoinFormat.fields(options)
        keepsUnmatched = try JoinFormat.isLeft(options)
        prefix = options.last("Join", "Prefix")?.value ?? ""
    }

    private static let known: Set<String> = ["Left", "Right", "On", "Type", "Prefix"]

    private static func name(_ key: String, _ options: Options) throws(OptionError) -> SourceName {
        let entry = try entry(key, options)
        guard let name = SourceName(entry.value) else {
            throw OptionError(entry, "is not a name of a source")
        }
        return name
    }

    private static func fields(_ options: Options) throws(OptionError) -> (FieldPath, FieldPath) {
        let entry = try entry("On", options)
        let parts = entry.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, !first.isEmpty, !last.isEmpty else {
            throw OptionError(entry, "is not a field, or LEFTFIELD=RIGHTFIELD")
        }
        return (FieldPath(first), FieldPath(last))
    }

    private static func isLeft(_ options: Options) throws(OptionError) -> Bool {
        guard let entry = options.last("Join", "Type") else { return false }
        switch entry.value {
        case "inner": return false
        case "left": return true
        default: throw OptionError(entry, "is neither inner nor left")
        }
    }

    private static func entry(_ key: String, _ options: Options) throws(OptionError) -> Options.Entry {
        if let entry = options.last("Join", key) { return entry }
        throw OptionError(
            file: options.entries.last?.file ?? "", line: 0, reason: "[Join] has no \(key)=")
    }
}
