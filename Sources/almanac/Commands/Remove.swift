import Records

extension Command {
    /// Removes sources with their data.
    static let remove = Command(
        "remove", "SOURCE...", count: 1...1000, "Remove sources together with their data",
        details: ["To stop asking but keep the data: almanac disable."]
    ) { session throws(Complaint) in
        for name in session.invocation.operands {
            let link = try DefinitionLink(name, session.folders)
            if link.isEnabled { try link.remove() }
            _ = try session.daemon.ask("RemoveSource", ["name": .string(name)])
        }
        return .success
    }
}
