import Records

extension Command {
    /// Makes available definitions active.
    static let enable = Command(
        "enable", "SOURCE...", count: 1...1000, "Keep sources fresh whose definitions come with almanac",
        details: [
            "Makes a link in /etc/almanac/sources.d to the definition in /usr/lib/almanac/sources.d: metar@KPWM to "
                + "the template metar@.source. Where that cannot be written the daemon is asked to do it."
        ]
    ) { session throws(Complaint) in
        for name in session.invocation.operands { try enable(name, session) }
        return .success
    }

    /// Makes definitions inactive; the data stay.
    static let disable = Command(
        "disable", "SOURCE|AIRPORT...", count: 1...1000, "Stop asking for sources, but keep their data",
        details: [
            "Takes away the links that enable and add made; an airport, such as KPWM, is its report and its forecast. To "
                + "delete the data as well: almanac remove."
        ]
    ) { session throws(Complaint) in
        for operand in session.invocation.operands {
            for link in try disabled(operand, session) {
                try link.remove()
                tell(session, "removed \(link.path)")
            }
        }
        return .success
    }

    /// The link of the source that is meant, or those of an airport.
    private static func disabled(_ operand: String, _ session: Session) throws(Complaint) -> [DefinitionLink]
    {
        if let link = try? DefinitionLink(operand, session.folders), link.isEnabled { return [link] }
        var links: [DefinitionLink] = []
        if !operand.contains("@"), let airport = try session.airports.meant(by: operand) {
            for kind in ["metar", "taf"] {
                links.append(try DefinitionLink("\(kind)@\(airport)", session.folders))
            }
        }
        links = links.filter(\.isEnabled)
        guard links.isEmpty else { return links }
        throw try DefinitionLink(operand, session.folders).notEnabled
    }

    /// Links a definition, or has the daemon add the source where no link can be made.
    static func enable(_ name: String, _ session: Session) throws(Complaint) {
        let link = try DefinitionLink(name, session.folders)
        if link.isEnabled { return tell(session, "\(name) is enabled already") }
        let target = try link.target()
        if try link.make(to: target) { return tell(session, "\(link.path) → \(target)") }
        _ = try session.daemon.ask("AddSource", ["context": ["name": .string(name)], "persist": true])
        tell(session, "almanacd keeps \(name) from now on")
    }

    /// Says what was done, unless a program listens.
    static func tell(_ session: Session, _ text: String) {
        if session.output.json == nil { Terminal.write(text + "\n") }
    }
}
