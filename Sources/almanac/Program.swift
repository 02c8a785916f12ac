import Records
import Showing

/// The program, from its arguments to its exit status.
enum Program {
    /// The output of `--version`.
    static let version = "almanac \(Version.text)"
    /// The compiler, the processor and the library that the program was built with.
    static let build = "\(Version.build), libsystemd"

    /// Runs the command in the arguments; the first argument is the program's own name.
    static func run(_ arguments: [String]) -> CommandStatus {
        do {
            let words = Array(arguments.dropFirst())
            return try run(Invocation(parsing: words, commands: Command.all, usual: .list))
        } catch {
            complain(error)
            return error.status
        }
    }

    private static func run(_ invocation: Invocation) throws(CommandError) -> CommandStatus {
        switch invocation.wish {
        case .version: Terminal.write("\(version)\n\(build)\n")
        case .help(let command): Help(command).print()
        case .work(let command):
            try Output.check(invocation)
            return try command.run(invocation)
        }
        return .success
    }

    private static func complain(_ commandError: CommandError) {
        Terminal.warn("almanac: " + visible(commandError.message))
        for hint in commandError.hints { Terminal.warn("  " + visible(hint)) }
    }
}
