import AlmanacClient
import AlmanacValues
import Glibc
import Programs
import Records
import Showing

/// The reason why a command failed, and what the user can do.
nonisolated struct CommandError: Error, Equatable {
    /// The exit status of the program.
    let status: CommandStatus
    /// The failure: lower case, no full stop.
    let message: String
    /// Additional information and advice, one line each.
    let hints: [String]

    init(_ status: CommandStatus, _ message: String, hints: [String] = []) {
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

extension CommandError {
    /// Makes a complaint that explains a failed call and its remedy.
    init(_ error: AlmanacError, at socket: DaemonSocket) {
        switch error {
        case .unreachable(let reason): self = .unreachable("\(reason)", at: socket)
        case .timedOut(let limit):
            self = .unreachable("it accepted the call, but did not answer for \(span(limit))", at: socket)
        case .disconnected: self = .unreachable("it closed the connection", at: socket)
        case .ended: self = .unreachable("it ended the subscription", at: socket)
        case .malformed(let reason):
            self = .unreachable("its reply is not valid Varlink: \(reason)", at: socket)
        case .system(let reason): self = CommandError(.unavailable, "\(reason)")
        default:
            self = CommandError(data: error) ?? CommandError(limit: error) ?? CommandError(refusal: error)
        }
    }

    /// Makes a complaint that the daemon cannot be reached, with the command that starts it.
    private static func unreachable(_ why: String, at socket: DaemonSocket) -> CommandError {
        let start = socket.isUser ? "systemctl --user start almanacd" : "systemctl start almanacd"
        let own =
            socket.isUser || getuid() == 0 ? [] : ["or one of your own: systemctl --user start almanacd"]
        return CommandError(
            .unavailable, "almanacd does not answer at \(socket.path)",
            hints: [why, "to start it: \(start)"] + own)
    }

    /// Makes a complaint about an unknown source.
    ///
    /// - Parameters:
    ///   - name: The name or pattern.
    ///   - similar: The names of sources that may be meant.
    /// - Returns: The complaint.
    static func noSuchSource(_ name: String, similar: [String] = []) -> CommandError {
        let isPattern = name.contains { "*?[".contains($0) }
        let addition = SourceName(name) == nil ? [] : ["to add one: almanac add \(name)"]
        return CommandError(
            .failure,
            (isPattern ? "no source matches \"\(name)\"" : "no source \"\(name)\"") + similar.suggestion,
            hints: ["all sources: almanac list"] + addition)
    }

    /// Makes a complaint about a name that is neither a source nor an airport.
    static func noSuchSourceOrAirport(_ name: String, similar: [String] = []) -> CommandError {
        let airport = ChangePatterns.airport(name).map {
            "an airport that is missing from the list: almanac show \($0) --unlisted"
        }
        return CommandError(
            .failure, "no source or airport \"\(name)\"" + similar.suggestion,
            hints: noSuchSource(name).hints + [airport].compactMap { $0 })
    }

    /// Makes a complaint about an airport that the list of stations lacks.
    ///
    /// - Parameters:
    ///   - name: The identifier, or the source that is named after it.
    ///   - similar: The identifiers that may be meant.
    ///   - command: The command that accepts it with `--unlisted`; `nil` if there is none.
    /// - Returns: The complaint.
    static func noSuchAirport(_ name: String, similar: [String], command: String?) -> CommandError {
        CommandError(
            .failure, "no airport \(name)" + similar.suggestion,
            hints: command.map { ["if the list of stations lacks it: almanac \($0) --unlisted"] } ?? [])
    }

    /// Makes a complaint about a text that may describe several airports that have sources.
    static func several(_ text: String, among names: [String]) -> CommandError {
        CommandError(.usage, "\"\(text)\" may be one of \(names.count) airports", hints: names)
    }

    /// The errors about sources, records and definitions.
    private init?(data error: AlmanacError) {
        switch error {
        case .noSuchSource(let name, let similar): self = .noSuchSource(name, similar: similar)
        case .noSuchRecord(let source, let key):
            self = CommandError(.failure, "no record \"\(source)/\(key)\"")
        case .noSuchPlace(let identifier): self = CommandError(.failure, "no place \"\(identifier)\"")
        case .sourceExists(let name): self = CommandError(.failure, "the source \"\(name)\" already exists")
        case .upstreamFailed(let source, let reason, let message):
            let isOurs = ["configuration", "denied", "policy"].contains(reason)
            self = CommandError(
                isOurs ? .configuration : .temporary, message ?? "the place services cannot be queried",
                hints: ["to see its state: almanac status \(source)"])
        case .invalidConfiguration(let file, let line, let message):
            self = CommandError(
                .configuration, "\(file)\(line.map { ":\($0)" } ?? ""): \(message)",
                hints: ["the previous configuration stays in effect"])
        // The path points into the call, which the user did not write; the message quotes the user's text.
        case .invalid(let message, let answer):
            self = CommandError(.usage, message ?? "\(answer.short) is not valid")
        default: return nil
        }
    }

    /// The errors about limits.
    private init?(limit error: AlmanacError) {
        switch error {
        case .rateLimited(let delay):
            self = CommandError(
                .temporary, "too many requests",
                hints: ["try again in \(delay.map { span($0) } ?? "a while")"])
        case .cursorExpired(let oldest):
            self = CommandError(
                .failure, "the log does not reach back to that cursor",
                hints: ["the oldest cursor is \(oldest)"])
        case .tooManySubscribers(let limit):
            let count = limit.map { JSON.int($0).shown } ?? ""
            self = CommandError(.temporary, "almanacd already has \(count) subscribers")
        case .tooManyCalls(let limit):
            let count = limit.map { JSON.int($0).shown } ?? ""
            self = CommandError(.temporary, "\(count) calls to almanacd are already waiting")
        case .indexIncomplete:
            self = CommandError(.temporary, "\(error)", hints: ["try again in a while"])
        case .shuttingDown: self = CommandError(.temporary, "almanacd is stopping")
        case .cannotServe(let message):
            self = CommandError(.unavailable, "almanacd cannot serve: \(message)")
        case .tooMuchUnread:
            self = CommandError(
                .temporary, "your connections to almanacd have too many unread replies",
                hints: ["stop the programs that do not read their replies"])
        case .tooSlow: self = CommandError(.temporary, "almanacd disconnected: nothing was read for minutes")
        case .queryTooShort(let minimum):
            self = CommandError(
                .usage,
                minimum == 1 ? "the search text is empty" : "at least \(minimum) characters are needed")
        default: return nil
        }
    }

    /// The errors of every Varlink service, and errors that this program does not know.
    private init(refusal error: AlmanacError) {
        switch error {
        case .permissionDenied:
            self = CommandError(
                .denied, "almanacd does not let you do this",
                hints: [
                    "try: \(TypedCommand.withSudo)",
                    "or join the group almanac: sudo usermod -aG almanac $USER",
                ])
        case .unsupported(let method):
            self = CommandError(
                .unavailable, "this version of almanacd does not support the request",
                hints: ["unknown method: \(method)"])
        case .invalidParameter(let name):
            self = CommandError(.usage, "almanacd rejects the parameter \(name ?? "")")
        case .other(let name, let answer):
            self = CommandError(.failure, "almanacd returned the error \(name) \(answer.short)")
        default: self = CommandError(.failure, "\(error)")
        }
    }
}

/// The exit status of the program.
///
/// Source: sysexits(3) for the causes.
nonisolated enum CommandStatus: Int32 {
    /// Success.
    case success = 0
    /// The daemon returned an error.
    case failure = 1
    /// The answer is incomplete, even if it is empty: a source that was asked has no current data.
    case incomplete = 4
    /// The command line is wrong.
    case usage = 64
    /// A file that was given cannot be understood.
    case invalidData = 65
    /// A file that was given cannot be read.
    case noInput = 66
    /// The daemon cannot be reached, or does not support the request.
    case unavailable = 69
    /// A file cannot be created.
    case cannotCreate = 73
    /// A temporary failure; a later attempt may succeed.
    case temporary = 75
    /// Permission denied.
    case denied = 77
    /// A configuration file or a definition is wrong.
    case configuration = 78
}

/// The command line of this run, for advice to repeat it with other rights.
nonisolated enum TypedCommand {
    /// The command line as it can be typed in a shell, with `sudo` before it.
    static var withSudo: String {
        (["sudo", "almanac"] + ProgramArguments.all.dropFirst().map(quoted)).joined(separator: " ")
    }

    /// Returns a word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let plain: Set<Character> = ["@", "%", "+", "=", ":", ",", ".", "/", "-", "_"]
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || plain.contains($0) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing(text: "'", with: "'\\''") + "'"
    }
}
