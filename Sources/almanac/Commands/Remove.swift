import AlmanacClient
import AlmanacValues

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

    /// Returns the named source, or the existing sources of an airport.
    private static func sources(
        of operand: String, daemon: Daemon, folders: Folders, airports: Airports
    ) throws(CommandError) -> [String] {
        func exists(_ name: String) throws(CommandError) -> Bool {
            if let link = try? DefinitionLink(name, in: folders), link.isEnabled { return true }
            return try daemon.source(name) != nil
        }
        guard !operand.contains("@"), try !exists(operand),
            let airport = try airports.meant(by: operand) ?? ChangePatterns.airport(operand)
        else { return [operand] }
        var names: [String] = []
        for kind in ["metar", "taf"] where try exists("\(kind)@\(airport)") {
            names.append("\(kind)@\(airport)")
        }
        return names.isEmpty ? [operand] : names
    }
}
