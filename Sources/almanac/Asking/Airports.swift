import AlmanacValues
import Records
import Showing

/// The airports by identifier and name, from the installed tables of stations and runways.
final class Airports {
    private let library: String
    private let invocation: Invocation?
    private lazy var table = StationTable(Files.read(library + "/stations.tsv") ?? [])
    private lazy var runwayTable = RunwayTable(Files.read(library + "/runways.tsv") ?? [])

    /// The table of stations; empty if it is not installed.
    var stations: StationTable { table }

    /// Makes a list that reads the table when it is first needed. Without the table, only identifiers are
    /// recognised.
    ///
    /// - Parameters:
    ///   - folders: The folders, of which one contains the table.
    ///   - invocation: The command line, if `--unlisted` permits airports that the table lacks.
    init(_ folders: Folders, _ invocation: Invocation? = nil) {
        library = folders.library
        self.invocation = invocation
    }

    /// Returns the position of an airport; `nil` if the table does not contain it.
    func position(of identifier: String) -> Position? { table[identifier]?.position }

    /// Returns the runways of an airport; empty if none is known.
    func runways(of identifier: String) -> [Runway] { runwayTable[identifier] }

    /// Returns the airports of a briefing that texts describe, in order.
    ///
    /// - Throws: A complaint about the first text that describes none, or several.
    func stops(_ texts: [String]) throws(CommandError) -> [BriefStop] {
        var stops: [BriefStop] = []
        for text in texts {
            guard let identifier = try meant(by: text) else {
                throw .noSuchSourceOrAirport(text, similar: similar(to: text))
            }
            stops.append(BriefStop(identifier, in: table, runways: runwayTable))
        }
        return stops
    }

    /// Returns the airport with reports that is nearest to a position; `nil` without the table.
    func nearest(to position: Position) -> Station? { table.nearest(to: position) }

    /// Returns the airport that a text describes: by identifier, national code, or words of its name.
    ///
    /// - Parameters:
    ///   - text: The user's text, in upper or lower case; the identifier of an airport that the table lacks
    ///     in upper case.
    ///   - likely: The preferred identifiers; if exactly one candidate is among them, it is chosen.
    /// - Returns: The identifier in capitals; `nil` if there is no such airport.
    /// - Throws: A complaint if the text is ambiguous or a prefix of a name, or an identifier that the table
    ///   lacks.
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

    /// Returns the airports that a text may describe, listed or not.
    func candidates(for text: String) -> [String] {
        if let identifier = coded(text.uppercased()) { return [identifier] }
        let unlisted = ChangePatterns.airport(text).map { [$0] } ?? []
        return unlisted + table.named(text, limit: 500).map(\.identifier)
    }

    /// Returns the identifiers of airports that may be meant by a text that has the form of one.
    func similar(to text: String) -> [String] {
        guard let identifier = ChangePatterns.airport(text) else { return [] }
        return table.similar(to: identifier, limit: 3)
    }

    /// Checks that the airport of a source of reports or forecasts is in the table, such as that of
    /// `metar@KPWM`.
    ///
    /// - Throws: A complaint with the airports that may be meant.
    func check(_ source: String) throws(CommandError) {
        guard let name = SourceName(source), ["metar", "taf", "report"].contains(name.stem),
            let identifier = name.instance.flatMap(ChangePatterns.airport)
        else { return }
        try check(identifier: identifier)
    }

    /// Checks that an airport is in the table, if there is one and `--unlisted` does not permit it.
    ///
    /// - Throws: A complaint with the airports that may be meant.
    func check(identifier: String) throws(CommandError) {
        guard table.count > 0, table[identifier] == nil, invocation?.has("unlisted") != true else { return }
        let command = invocation.map { [$0.command ?? ""] + $0.operands }
        throw .noSuchAirport(
            identifier, similar: similar(to: identifier), command: command?.joined(separator: " "))
    }

    private func coded(_ text: String) -> String? {
        let station = table[text] ?? (text.utf8.count == 3 ? table.station(code: text) : nil)
        return station?.identifier
    }

    /// Returns the identifier of an airport that the table lacks. Any word of four letters has its form: in
    /// lower case, it must be a preferred one, unless there is no table; in capitals, another one is probably
    /// a typing error.
    private func unlisted(
        _ text: String, likely: ([String]) throws(CommandError) -> [String]
    ) throws(CommandError) -> String? {
        guard let identifier = ChangePatterns.airport(text) else { return nil }
        if table.count == 0 { return identifier }
        if let known = try likely([identifier]).first { return known }
        guard identifier == text || invocation?.has("unlisted") == true else { return nil }
        try check(identifier: identifier)
        return identifier
    }

    /// Makes a complaint about a text that may describe several airports.
    private func several(_ text: String, found: [Station]) -> CommandError {
        let shown = found.prefix(12).map { "\($0.identifier)  \($0.title)" }
        let rest = found.count > 12 ? ["and \(found.count - 12) more: give more of its name"] : []
        return CommandError(
            .usage,
            "\"\(text)\" may be \(found.count == 1 ? "this airport" : "one of \(found.count) airports")",
            hints: shown + rest)
    }
}
