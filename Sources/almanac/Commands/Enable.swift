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
        "disable", "SOURCE...", count: 1...1000, "Stop asking for sources, but keep their data",
        details: ["Takes away the links that enable made. To delete the data as well: almanac remove."]
    ) { session throws(Complaint) in
        for name in session.invocation.operands {
            let link = try DefinitionLink(name, session.folders)
            guard link.isEnabled else { throw link.notEnabled }
            try link.remove()
            tell(session, "removed \(link.path)")
        }
        return .success
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
