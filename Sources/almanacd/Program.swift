import Calendars
import Daemon
import Definitions
import Programs
import Records

/// Runs the command in the arguments.
struct Program {
    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs the command.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        switch arguments.command {
        case .help:
            say(Help.text)
            return ExitStatus.success
        case .version:
            say("almanacd \(Version.text)\n\(Version.build), \(Libraries.text(loads: true))")
            return ExitStatus.success
        case .check: return check()
        case .expandCalendars: return ExpansionChild.run()
        case .decode(let source, let time): return Decoding(source, at: time, in: arguments.directories).run()
        case .rehearse(let file, let requests): return Rehearsing(file, requests: requests).run()
        case .serve: return Serving(arguments.directories).run()
        }
    }

    /// Reads all definitions and the configuration and prints their errors.
    private func check() -> CInt {
        let faults = DefinitionCheckup(arguments.directories).faults
        for fault in faults { complain(fault) }
        return faults.isEmpty ? ExitStatus.success : ExitStatus.configuration
    }
}
