/// The reason why a command failed, and what the user can do.
nonisolated struct CommandError: Error, Equatable {
    /// The exit status of the program.
    let status: ExitStatus
    /// The failure: lower case, no full stop.
    let message: String
    /// Additional information and advice, one line each.
    let hints: [String]

    init(_ status: ExitStatus, _ message: String, hints: [String] = []) {
        self.status = status
        self.message = message
        self.hints = hints
    }

    /// Makes a complaint about the command line.
    static func usage(_ message: String, see command: String? = nil) -> CommandError {
        let help = command.map { "almanac \($0) --help" } ?? "almanac --help"
        return CommandError(.usage, message, hints: ["see: \(help)"])
    }
}
