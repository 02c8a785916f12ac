import AlmanacClient
import AlmanacValues
import Records

extension Command {
    /// Removes sources and their data.
    static let remove = Command(
        "remove", operands: "SOURCE|AIRPORT...", count: 1...1000, summary: "Remove sources and their data",
        details: [
            "For an airport, such as KPWM, this removes its report and its forecast.",
            "To stop fetching but retain the data: almanac disable.",
        ]
    ) { invocation throws(CommandError) in
        let folders = Folders(invocation)
        let airports = Airports(folders)
        let daemon = try Daemon(invocation)
        for operand in invocation.operands {
            for name in try sources(of: operand, daemon: daemon, folders: folders, airports: airports) {
                let link = try DefinitionLink(name, in: folders)
                if link.isEnabled { try link.remove() }
                try daemon.ask(.remove(name))
            }
        }
        return .success
    }

    /// Returns the named source, or the existing sources of an airport. An airport without sources is none
    /// that could be meant.
    private static func sources(
        of operand: String, daemon: Daemon, folders: Folders, airports: Airports
    ) throws(CommandError) -> [String] {
        func exists(_ name: String) throws(CommandError) -> Bool {
            if let link = try? DefinitionLink(name, in: folders), link.isEnabled { return true }
            return try daemon.source(name) != nil
        }
        if try exists(operand) { return [operand] }
        let known = try daemon.ask(.sources()).map(\.name)
        let candidates = operand.contains("@") ? [] : airports.candidates(for: operand)
        var found: [[String]] = []
        for airport in candidates {
            let names = ["metar@\(airport)", "taf@\(airport)"].filter { name in
                known.contains(name) || (try? DefinitionLink(name, in: folders))?.isEnabled == true
            }
            if !names.isEmpty { found.append(names) }
        }
        if found.count == 1 { return found[0] }
        guard found.isEmpty else { throw .several(operand, among: found.map { $0[0] }) }
        let similar = known.suggestion(for: operand)
        throw CommandError(
            .failure, "no source \"\(operand)\"\(similar)", hints: ["all sources: almanac list"])
    }
}
