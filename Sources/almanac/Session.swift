import Records
import Showing

/// What a command works with: what it was asked, how it answers, whom it asks.
final class Session {
    /// The command line.
    let invocation: Invocation
    /// Where things lie.
    let folders: Folders
    /// How answers are written.
    let output: Output
    /// The daemon, connected when it is first asked.
    let daemon: DaemonConnection
    /// The airports of the world, read when the first is meant.
    private(set) lazy var airports = Airports(folders)

    init(_ invocation: Invocation) throws(Complaint) {
        self.invocation = invocation
        folders = Folders(invocation)
        output = try Output(invocation, Settings(directory: invocation["config"]))
        daemon = try DaemonConnection(socket: folders.socket, isUser: folders.isUser)
    }

    /// How a list is written: `table`, `json` or `geojson`, where `--format` or `--json` says so.
    ///
    /// - Throws: When it names something else.
    func format() throws(Complaint) -> String {
        let format = invocation["format"] ?? (output.json == nil ? "table" : "json")
        guard ["table", "json", "geojson"].contains(format) else {
            throw .usage("--format \(format) is none of table, json, geojson", see: invocation.command)
        }
        return format
    }

    /// What `--radius` says, metres; `nil` when it is not given.
    ///
    /// - Throws: When it is no distance.
    func radius() throws(Complaint) -> JSON? {
        guard let text = invocation["radius"] else { return nil }
        guard let kilometres = Double(text), kilometres > 0, kilometres <= 40_000 else {
            throw .usage("--radius \(text) is no number of kilometres above 0", see: invocation.command)
        }
        return .double((kilometres * 1000).rounded())
    }

    /// The value of an option that must be a whole number above 0.
    func count(_ name: String) throws(Complaint) -> Int? {
        guard let text = invocation[name] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .usage("--\(name) \(text) is no number above 0", see: invocation.command)
        }
        return count
    }
}
