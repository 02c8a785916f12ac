import Records

extension Command {
    /// Removes sources with their data.
    static let remove = Command(
        "remove", "SOURCE|AIRPORT...", count: 1...1000, "Remove sources together with their data",
        details: [
            "An airport, such as KPWM, is its report and its forecast.",
            "To stop asking but keep the data: almanac disable.",
        ]
    ) { session throws(Complaint) in
        for operand in session.invocation.operands {
            for name in try removed(operand, session) {
                let link = try DefinitionLink(name, session.folders)
                if link.isEnabled { try link.remove() }
                _ = try session.daemon.ask("RemoveSource", ["name": .string(name)])
            }
        }
        return .success
    }

    /// The source that is meant, or those of an airport that there are.
    private static func removed(_ operand: String, _ session: Session) throws(Complaint) -> [String] {
        func exists(_ name: String) throws(Complaint) -> Bool {
            if let link = try? DefinitionLink(name, session.folders), link.isEnabled { return true }
            return try session.daemon.source(name) != nil
        }
        guard !operand.contains("@"), try !exists(operand),
            let airport = try session.airports.meant(by: operand)
        else { return [operand] }
        var names: [String] = []
        for kind in ["metar", "taf"] where try exists("\(kind)@\(airport)") {
            names.append("\(kind)@\(airport)")
        }
        return names.isEmpty ? [operand] : names
    }
}
