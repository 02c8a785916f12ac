import AlmanacValues

extension Command {
    /// Activates available definitions.
    static let enable = Command(
        "enable", operands: "SOURCE...", count: 1...1000,
        summary: "Enable sources whose definitions are installed with almanac",
        details: [
            "Creates a link in /etc/almanac/sources.d to the definition in /usr/lib/almanac/sources.d: "
                + "metar@KPWM to the template metar@.source. If that directory is not writable, the daemon "
                + "adds the source."
        ]
    ) { invocation throws(CommandError) in
        let enabler = Enabler(
            in: Folders(invocation), daemon: try Daemon(invocation), output: try Output(invocation))
        for name in invocation.operands { try enabler.enable(name) }
        return .success
    }

    /// Deactivates definitions; the data remain.
    static let disable = Command(
        "disable", operands: "SOURCE|AIRPORT...", count: 1...1000,
        summary: "Stop fetching sources, but retain their data",
        details: [
            "Removes the links that enable and add created; for an airport, such as KPWM, those of its "
                + "report and forecast. To delete the data as well: almanac remove."
        ]
    ) { invocation throws(CommandError) in
        let folders = Folders(invocation)
        let output = try Output(invocation)
        let airports = Airports(folders)
        for operand in invocation.operands {
            for link in try links(of: operand, in: folders, airports) {
                try link.remove()
                output.printMessage("removed \(link.path)")
            }
        }
        return .success
    }

    /// Returns the link of a source, or the links of an airport.
    private static func links(
        of operand: String, in folders: Folders, _ airports: Airports
    ) throws(CommandError) -> [DefinitionLink] {
        if let link = try? DefinitionLink(operand, in: folders), link.isEnabled { return [link] }
        var links: [DefinitionLink] = []
        if !operand.contains("@"),
            let airport = try airports.meant(by: operand) ?? ChangePatterns.airport(operand)
        {
            for kind in ["metar", "taf"] {
                links.append(try DefinitionLink("\(kind)@\(airport)", in: folders))
            }
        }
        links = links.filter(\.isEnabled)
        guard links.isEmpty else { return links }
        throw try DefinitionLink(operand, in: folders).notEnabled
    }
}
