import FeedLists
import Programs
import Records

extension Command {
    /// Adds the feeds of a list.
    static let importing = Command(
        "import", operands: "FILE", count: 1...1,
        summary: "Add the feeds of another reader: OPML, or newsboat's urls",
        details: [
            "FILE is OPML as exported by other feed readers, or newsboat's file urls; - is standard input. "
                + "Folders become tags, and titles become names. Feeds that almanac has already are "
                + "skipped, and what cannot be added is printed with its line.",
            "The feeds have the rights of those that a member of the group almanac adds, whoever imports "
                + "them. An address with a password is refused.",
            "--dry-run prints what would be added, and changes nothing.",
        ],
        options: [Option("dry-run", summary: "print what would be added, and change nothing")]
    ) { invocation throws(CommandError) in
        let path = invocation.operands[0]
        let list = try list(at: path)
        let importer = FeedImporter(
            list, from: path, isTrial: invocation.has("dry-run"), daemon: try Daemon(invocation),
            output: try Output(invocation))
        return try importer.run()
    }

    private static func list(at path: String) throws(CommandError) -> FeedList {
        guard let bytes = Files.read(path == "-" ? "/dev/stdin" : path) else {
            throw CommandError(.noInput, "cannot read \(path)")
        }
        do {
            return try FeedList(bytes)
        } catch {
            throw CommandError(.invalidData, "\(path) is refused: \(error)")
        }
    }
}
