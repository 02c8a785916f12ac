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

    private(set) var command = Command.serve
    private var folders: [String: String] = [:]
    private(set) var isUser = false

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        var rest = words[...]
        var plain: [String] = []
        var time: String?
        var requests: String?
        while let word = rest.popFirst() {
            let (option, attached) = Arguments.split(word)
            switch option {
            case "-h", "--help": command = .help
            case "--version": command = .version
            case "--user": isUser = true
            case "--config", "--state", "--run", "--library":
                folders[option] = try rest.value(of: option, attached: attached)
            case "--at": time = try rest.value(of: option, attached: attached)
            case "--requests": requests = try rest.value(of: option, attached: attached)
            case _ where word.hasPrefix("-"): throw ArgumentError("unknown option \(word)")
            default: plain.append(word)
            }
        }
        if command == .serve { command = try Arguments.command(plain, at: time, requests: requests) }
    }

    /// The directories to use: those of the options, or else the service manager's, or else the defaults.
    var directories: Directories {
        var found = isUser ? Directories.user : Directories.system
        folders["--config"].map { found.configuration = $0 }
        folders["--state"].map { found.state = $0 }
        folders["--run"].map { found.run = $0 }
        folders["--library"].map { found.library = $0 }
        return found
    }

    private static func command(
        _ words: [String], at time: String?, requests: String?
    ) throws(ArgumentError) -> Command {
        switch (words.first, words.count) {
        case (nil, _): return .serve
        case ("check", 1): return .check
        case ("pass-credentials", 1): return .passCredentials
        case (ExpansionChild.command, 1): return .expandCalendars
        case ("check", _): throw ArgumentError("check takes no arguments")
        case ("pass-credentials", _): throw ArgumentError("pass-credentials takes no arguments")
        case ("decode", 2): return .decode(words[1], at: time)
        case ("decode", _): throw ArgumentError("decode takes one source, as a name or a file")
        case ("rehearse", 2): return .rehearse(words[1], requests: requests)
        case ("rehearse", _): throw ArgumentError("rehearse takes one file of recorded times")
        case (let word?, _): throw ArgumentError("unknown command \(word)")
        }
    }

    private static func split(_ word: String) -> (String, String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }
}
