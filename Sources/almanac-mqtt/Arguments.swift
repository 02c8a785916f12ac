import AlmanacClient
import Programs
import Systemd

/// The parsed command line.
struct Arguments {
    /// The command to run.
    enum Command { case publish, check, help, version }

    private(set) var command = Command.publish
    /// The name of the bridge; empty only with `help` and `version`.
    private(set) var name = ""
    private var configuration: String?
    private var directory: String?
    private var socketPath: String?
    private var isUser = false

    /// Parses the words after the program's name.
    ///
    /// - Throws: An error about the first wrong word.
    init(_ words: [String]) throws(ArgumentError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "-h", "--help": command = .help
            case "--version": command = .version
            case "--check": command = .check
            case "--user": isUser = true
            case "--config": configuration = try rest.value(of: word)
            case "--state": directory = try rest.value(of: word)
            case "--socket": socketPath = try rest.value(of: word)
            case _ where name.isEmpty && Arguments.isName(word): name = word
            default: throw ArgumentError("unknown argument \(word)")
            }
        }
        guard !name.isEmpty || command == .help || command == .version else {
            throw ArgumentError("the name of the settings is missing")
        }
    }

    /// The daemon's socket.
    var socket: DaemonSocket {
        if let socketPath { return DaemonSocket(path: socketPath) }
        return isUser ? .user : .find()
    }

    /// The file of settings.
    var file: String { configuration ?? "\(folder)/\(name).conf" }

    /// The folder of the cursor and the topics.
    var state: String {
        if let directory { return directory }
        if let given = Environment.value(of: "STATE_DIRECTORY"), !given.isEmpty { return given }
        return isUser ? "\(UserFolders.state)/almanac/mqtt/\(name)" : "/var/lib/almanac-mqtt/\(name)"
    }

    /// The folder of secrets if the service manager passes none.
    var secrets: String { "\(folder)/\(name).credentials" }

    private var folder: String { isUser ? "\(UserFolders.configuration)/almanac/mqtt" : "/etc/almanac/mqtt" }

    /// Whether a word can be the name of settings: part of the names of files and of a unit.
    private static func isName(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= 64 && !word.hasPrefix("-") && !word.hasPrefix(".")
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}
