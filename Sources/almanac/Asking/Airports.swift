import Records

/// The airports that people may mean, by the table of stations that comes with the program.
struct Airports {
    private let table: StationTable

    /// Reads the table; without one only identifiers mean anything.
    init(_ folders: Folders) {
        table = StationTable(Files.read(folders.library + "/stations.tsv") ?? [])
    }

    /// The identifier in capitals, as far as its form goes; `nil` when it cannot be one.
    ///
    /// Source: ICAO Doc 7910: four letters; North America also has digits behind the first.
    static func identifier(_ text: String) -> String? {
        let upper = text.uppercased()
        let isPlain = upper.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
        let hasLetter = upper.utf8.first.map { 0x41...0x5A ~= $0 } ?? false
        return isPlain && hasLetter && upper.utf8.count == 4 ? upper : nil
    }

    /// Where an airport is; `nil` when it is not in the table.
    func position(of identifier: String) -> Position? { table[identifier]?.position }

    /// The one airport that a text means: by its identifier, its national code, or words of its name.
    ///
    /// - Parameters:
    ///   - text: What was typed, in any case.
    ///   - likely: Those of several identifiers that are rather meant; when it is one, it is.
    /// - Returns: The identifier in capitals; `nil` when the text means none.
    /// - Throws: When it may mean several, or begins the name of one.
    func meant(
        by text: String, likely: ([String]) throws(Complaint) -> [String] = { _ throws(Complaint) in [] }
    ) throws(Complaint) -> String? {
        if let identifier = coded(text.uppercased()) { return identifier }
        let found = table.named(text, limit: 500).filter(\.reports)
        let called = found.filter { $0.isNamed(text) }
        if called.count == 1 { return called[0].identifier }
        guard !found.isEmpty else { return Airports.identifier(text) }
        let known = try likely(found.map(\.identifier))
        if known.count == 1 { return known[0] }
        throw several(text, called.isEmpty ? found : called)
    }

    private func coded(_ text: String) -> String? {
        let station = table[text] ?? (text.utf8.count == 3 ? table.station(code: text) : nil)
        return station?.identifier
    }

    private func several(_ text: String, _ found: [Station]) -> Complaint {
        let shown = found.prefix(12).map { "\($0.identifier)  \($0.title)" }
        let rest = found.count > 12 ? ["and \(found.count - 12) more: say more of its name"] : []
        return Complaint(
            .usage,
            "\"\(text)\" may be \(found.count == 1 ? "this airport" : "one of \(found.count) airports")",
            hints: shown + rest)
    }
}
