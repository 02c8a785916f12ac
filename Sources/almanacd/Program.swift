import Calendars
import Daemon
import Definitions
import Glibc
import Programs
import Records
import Systemd

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
            say("almanacd \(Version.text)\n\(Version.build), \(Libraries.text())")
            return ExitStatus.success
        case .check: return check()
        case .passCredentials: return CredentialPassing(arguments.directories).run()
        case .expandCalendars: return ExpansionChild.run()
        case .decode(let source, let time): return Decoding(source, at: time, in: arguments.directories).run()
        case .rehearse(let file, let requests): return Rehearsing(file, requests: requests).run()
        case .serve: return Serving(arguments.directories).run()
        }
    }

    /// Reads all definitions, the configuration and the secrets, and prints their errors.
    private func check() -> CInt {
        let faults = DefinitionCheckup(arguments.directories).faults + credentialFaults
        for fault in faults { complain(fault) }
        return faults.isEmpty ? ExitStatus.success : ExitStatus.configuration
    }

    /// The faults of the secrets, which ordinary users cannot look at.
    private var credentialFaults: [String] {
        let passing = CredentialPassing(arguments.directories)
        do throws(SystemError) {
            let prefix = arguments.isUser ? nil : CredentialPassing.prefix
            return try CredentialFolder(passing.folder, prefix: prefix).faults.map { "\($0)" }
        } catch {
            guard error.code == EACCES else { return ["\(error)"] }
            complain("\(passing.folder): not checked: \(String(cString: strerror(error.code)))")
            return []
        }
    }
}
