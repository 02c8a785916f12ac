import AlmanacValues
import Records

/// The airports by identifier and name, from the installed table of stations.
final class Airports {
    private let path: String
    private lazy var table = StationTable(Files.read(path) ?? [])

    /// Makes a list that reads the table when it is first needed. Without the table, only identifiers are
    /// recognised.
    init(_ folders: Folders) { path = folders.library + "/stations.tsv" }

    /// Returns the position of an airport; `nil` if the table does not contain it.
    func position(of identifier: String) -> Position? { table[identifier]?.position }

    /// Returns the airport that a text describes: by identifier, national code, or words of its name.
    ///
    /// - Parameters:
    ///   - text: The user's text, in upper or lower case; the identifier of an airport that the table lacks in
    ///     upper case.
    ///   - likely: The preferred identifiers; if exactly one candidate is among them, it is chosen.
    /// - Returns: The identifier in capitals; `nil` if there is no such airport.
    /// - Throws: A complaint if the text is ambiguous or a prefix of a name.
    func meant(
        by text: String,
        likely: ([String]) throws(CommandError) -> [String] = { _ throws(CommandError) in [] }
    ) throws(CommandError) -> String? {
        if let identifier = coded(text.uppercased()) { return identifier }
        let found = table.named(text, limit: 500).filter(\.reports)
        let called = found.filter { $0.isNamed(text) }
        if called.count == 1 { return called[0].identifier }
        guard !found.isEmpty else { return try unlisted(text, likely: likely) }
        let known = try likely(found.map(\.identifier))
        if known.count == 1 { return known[0] }
        throw several(text, found: called.isEmpty ? found : called)
    }

    private func coded(_ text: String) -> String? {
        let station = table[text] ?? (text.utf8.count == 3 ? table.station(code: text) : nil)
        return station?.identifier
    }

    /// Returns the identifier of an airport that the table lacks. Any word of four letters has its form: in
    /// lower case, it must be a preferred one, unless there is no table.
    private func unlisted(
        _ text: String, likely: ([String]) throws(CommandError) -> [String]
    ) throws(CommandError) -> String? {
        guard let identifier = ChangePatterns.airport(text) else { return nil }
        if identifier == text || table.count == 0 { return identifier }
        return try likely([identifier]).first
    }

    private func several(_ text: String, found: [Station]) -> CommandError {
        let shown = found.prefix(12).map { "\($0.identifier)  \($0.title)" }
        let rest = found.count > 12 ? ["and \(found.count - 12) more: give more of its name"] : []
        return CommandError(
            .usage,
            "\"\(text)\" may be \(found.count == 1 ? "this airport" : "one of \(found.count) airports")",
            hints: shown + rest)
    }
}
