import AlmanacValues
import Records

extension Command {
    /// Activates available definitions.
    static let enable = Command(
        "enable", operands: "SOURCE...", count: 1...1000,
        summary: "Enable sources whose definitions are installed with almanac",
        details: [
            "Creates a link in /etc/almanac/sources.d to the definition in /usr/lib/almanac/sources.d, or to the "
                + "example in its directory examples: metar@KPWM to the template metar@.source. If "
                + "/etc/almanac/sources.d is not writable, the daemon adds the source.",
            "Then prints the first state of each source. The exit status is 1 if one cannot be fetched before "
                + "something is changed, such as Contact= in almanac.conf.",
        ], options: [.unlisted]
    ) { invocation throws(CommandError) in
        let folders = Folders(invocation)
        let airports = Airports(folders, invocation)
        let enabler = Enabler(in: folders, daemon: try Daemon(invocation), output: try Output(invocation))
        for name in invocation.operands {
            try airports.check(name)
            try enabler.enable(name)
        }
        let states = invocation.operands.map { enabler.firstState($0) }
        return states.contains(.failure) ? .failure : .success
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
        let candidates = operand.contains("@") ? [] : airports.candidates(for: operand)
        var enabled: [[DefinitionLink]] = []
        for airport in candidates {
            let links = try ["metar", "taf"].map { kind throws(CommandError) in
                try DefinitionLink("\(kind)@\(airport)", in: folders)
            }.filter(\.isEnabled)
            if !links.isEmpty { enabled.append(links) }
        }
        if enabled.count == 1 { return enabled[0] }
        guard enabled.isEmpty else { throw .several(operand, among: enabled.map { $0[0].name.text }) }
        throw try DefinitionLink(operand, in: folders).notEnabled
    }
}
