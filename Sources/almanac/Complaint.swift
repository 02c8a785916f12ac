/// Why a command could not do what it was asked to, and what the user can do.
nonisolated struct Complaint: Error, Equatable {
    /// How the program ends.
    let status: ExitStatus
    /// What went wrong: lower case, no full stop.
    let message: String
    /// What else is to be known, and what to do; each on a line of its own.
    let hints: [String]

    init(_ status: ExitStatus, _ message: String, hints: [String] = []) {
        (self.status, self.message, self.hints) = (status, message, hints)
    }

    /// A mistake on the command line.
    static func usage(_ message: String, see command: String? = nil) -> Complaint {
        let help = command.map { "almanac \($0) --help" } ?? "almanac --help"
        return Complaint(.usage, message, hints: ["see: \(help)"])
    }
}
