import Records
import Showing

/// The program from its arguments to its exit status.
enum Program {
    /// What `--version` says.
    static let version = "almanac \(Version.text)"

    /// Does what the arguments ask for; the first is the program's own name.
    static func run(_ arguments: [String]) -> ExitStatus {
        do {
            return try run(Invocation(parsing: Array(arguments.dropFirst())))
        } catch {
            complain(error)
            return error.status
        }
    }

    private static func run(_ invocation: Invocation) throws(Complaint) -> ExitStatus {
        switch invocation.wish {
        case .version: Terminal.write(version + "\n")
        case .help(let command): Help(command).print()
        case .work(let command): return try command.run(Session(invocation))
        }
        return .success
    }

    private static func complain(_ complaint: Complaint) {
        Terminal.warn("almanac: " + visible(complaint.message))
        for hint in complaint.hints { Terminal.warn("  " + visible(hint)) }
    }
}
