import Calendars
import Definitions
import Programs
import Systemd

/// The parsed command line.
nonisolated struct Arguments {
    /// The command to run.
    enum Command: Equatable {
        case serve, check, passCredentials, expandCalendars, help, version
        case decode(String, at: String?)
        case rehearse(String, requests: String?)
    }

    /// The command to run.
    let command: Command
    private let words: CommandLineWords

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        self.words = try CommandLineWords(words, options: Help.options)
        if self.words.has("help") {
            command = .help
        } else if self.words.has("version") {
            command = .version
        } else {
            command = try Arguments.command(self.words)
        }
    }

    /// Whether the user's directories are used.
    var isUser: Bool { words.has("user") }

    /// The directories to use: those of the options, or else the service manager's, or else the defaults.
    var directories: Directories {
        var found = isUser ? Directories.user : Directories.system
        words["config"].map { found.configuration = $0 }
        words["state"].map { found.state = $0 }
        words["run"].map { found.run = $0 }
        words["library"].map { found.library = $0 }
        return found
    }

    private static func command(_ words: CommandLineWords) throws(ArgumentError) -> Command {
        let operands = words.operands
        switch (operands.first, operands.count) {
        case (nil, _): return .serve
        case ("check", 1): return .check
        case ("pass-credentials", 1): return .passCredentials
        case (ExpansionChild.command, 1): return .expandCalendars
        case ("check", _): throw ArgumentError("check takes no arguments")
        case ("pass-credentials", _): throw ArgumentError("pass-credentials takes no arguments")
        case ("decode", 2): return .decode(operands[1], at: words["at"])
        case ("decode", _): throw ArgumentError("decode takes one source, as a name or a file")
        case ("rehearse", 2): return .rehearse(operands[1], requests: words["requests"])
        case ("rehearse", _): throw ArgumentError("rehearse takes one file of recorded times")
        case (let word?, _): throw ArgumentError("unknown command \(word)")
        }
    }
}
