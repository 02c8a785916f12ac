public import Records

/// The settings of a join of two sources, from the section `[Join]` of a definition.
///
/// - `Left=`, `Right=`: the names of the two sources; a source may be joined with itself.
/// - `On=`: the field that both have, or `LEFTFIELD=RIGHTFIELD`; values are compared as text, byte by byte.
/// - `Type=`: `inner` (the default) omits records without a partner on the right; `left` keeps them.
/// - `Prefix=`: a prefix for the members of the right source; without it, the left source's member of a name
///   counts.
public struct JoinFormat: Hashable, Sendable {
    /// The source that determines the records.
    public let left: SourceName
    /// The source that adds members to them.
    public let right: SourceName
    /// The field of the left records.
    public let leftField: FieldPath
    /// The field of the right records.
    public let rightField: FieldPath
    /// Whether records without a partner on the right are kept.
    public let keepsUnmatched: Bool
    /// The prefix for the members of the right source; may be empty.
    public let prefix: String

    /// Reads the section.
    ///
    /// - Throws: `OptionError` at the first setting that is missing, unknown or cannot be used.
    public init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Join" {
            guard JoinFormat.known.contains(entry.name) else {
                throw OptionError.unknown(entry, among: JoinFormat.known)
            }
        }
        left = try JoinFormat.name("Left", options: options)
        right = try JoinFormat.name("Right", options: options)
        let fields = try JoinFormat.fields(options)
        leftField = fields.left
        rightField = fields.right
        keepsUnmatched = try JoinFormat.isLeft(options)
        prefix = options.last(in: "Join", named: "Prefix")?.value ?? ""
    }

    /// The settings of `[Join]`.
    package static let known: Set<String> = ["Left", "Right", "On", "Type", "Prefix"]

    private static func name(_ key: String, options: Options) throws(OptionError) -> SourceName {
        let entry = try entry(key, options: options)
        guard let name = SourceName(entry.value) else {
            throw OptionError(entry, "is not a name of a source")
        }
        return name
    }

    private static func fields(_ options: Options) throws(OptionError) -> (left: FieldPath, right: FieldPath)
    {
        let entry = try entry("On", options: options)
        let parts = entry.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, !first.isEmpty, !last.isEmpty else {
            throw OptionError(entry, "is not a field, or LEFTFIELD=RIGHTFIELD")
        }
        return (FieldPath(first), FieldPath(last))
    }

    private static func isLeft(_ options: Options) throws(OptionError) -> Bool {
        guard let entry = options.last(in: "Join", named: "Type") else { return false }
        switch entry.value {
        case "inner": return false
        case "left": return true
        default: throw OptionError(entry, "is neither inner nor left")
        }
    }

    private static func entry(_ key: String, options: Options) throws(OptionError) -> Options.Entry {
        if let entry = options.last(in: "Join", named: key) { return entry }
        throw OptionError(
            file: options.entries.last?.file ?? "", line: 0, reason: "[Join] has no \(key)=")
    }
}
