import AlmanacClient
import Programs
import Systemd

/// The parsed command line.
struct Arguments {
    /// The command to run.
    enum Command { case publish, check, help, version }

    /// The command to run.
    let command: Command
    /// The name of the bridge; empty only with `help` and `version`.
    let name: String
    private let words: CommandLineWords

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        self.words = try CommandLineWords(words, options: Help.options)
        command = Arguments.command(self.words)
        name = self.words.operands.first ?? ""
        if let other = self.words.operands.dropFirst().first {
            throw ArgumentError("one name of settings is enough, besides \(name) there is \(other)")
        }
        guard command != .help, command != .version else { return }
        guard !name.isEmpty else { throw ArgumentError("the name of the settings is missing") }
        guard Arguments.isName(name) else { throw ArgumentError("\(name) is no name of settings") }
    }

    private static func command(_ words: CommandLineWords) -> Command {
        if words.has("help") { return .help }
        if words.has("version") { return .version }
        return words.has("check") ? .check : .publish
    }

    /// The daemon's socket.
    var socket: DaemonSocket {
        words["socket"].map { DaemonSocket(path: $0) } ?? (isUser ? .user : .find())
    }

    /// The file of settings.
    var file: String { words["config"] ?? "\(folder)/\(name).conf" }

    /// The folder of the cursor and the topics.
    var state: String {
        if let directory = words["state"] { return directory }
        if let given = Environment.value(of: "STATE_DIRECTORY"), !given.isEmpty { return given }
        return isUser ? "\(UserFolders.state)/almanac/mqtt/\(name)" : "/var/lib/almanac-mqtt/\(name)"
    }

    /// The folder of secrets if the service manager passes none.
    var secrets: String { "\(folder)/\(name).credentials" }

    private var folder: String { isUser ? "\(UserFolders.configuration)/almanac/mqtt" : "/etc/almanac/mqtt" }

    private var isUser: Bool { words.has("user") }

    /// Whether a word can be the name of settings: part of the names of files and of a unit.
    private static func isName(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= 64 && !word.hasPrefix("-") && !word.hasPrefix(".")
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}
