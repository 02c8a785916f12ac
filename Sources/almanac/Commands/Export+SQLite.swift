import AlmanacValues
import Records
import Showing
import Storing

/// The export of records and their history to a SQLite file.
extension Command {
    /// Writes the sources that match the operands, or all, to a file.
    static func write(to path: String, _ invocation: Invocation) throws(CommandError) -> CommandStatus {
        let since = try invocation.moment("since")
        let output = try Output(invocation)
        try check(path, isForced: invocation.has("force"))
        let daemon = try Daemon(invocation)
        let sources = try daemon.sources(invocation.operands).filter(\.hasRecords)
        var export = try DataExport(to: path, of: daemon, since: since)
        for source in sources { try export.add(source) }
        try export.keep()
        report(export.result, path, output)
        let isCut = since != nil && !export.result.cut.isEmpty
        return export.result.unknown.isEmpty && !isCut ? .success : .incomplete
    }

    /// Refuses to replace a file that may be someone's only copy.
    private static func check(_ path: String, isForced: Bool) throws(CommandError) {
        let reason: String
        switch try occupant(of: path) {
        case .none, .export: return
        case .other where isForced: return
        case .other:
            throw CommandError(
                .cannotCreate, "\(path) is not an earlier export",
                hints: ["to replace it: almanac export --force --sqlite \(path)"])
        case .store: reason = "is the database of an almanac"
        case .open: reason = "is in use by another program: it has a journal beside it"
        case .special: reason = "is not a file"
        }
        throw CommandError(.cannotCreate, "\(path) \(reason)")
    }

    private static func occupant(of path: String) throws(CommandError) -> FileOccupant {
        do throws(StoreError) {
            return try FileOccupant(at: path)
        } catch {
            throw CommandError(.cannotCreate, "cannot write \(path): \(error.message)")
        }
    }

    private static func report(_ result: DataExport.Result, _ path: String, _ output: Output) {
        if output.json != nil {
            output.write([
                "file": .string(path), "sources": .int(result.sources), "records": .int(result.records),
                "changes": .int(result.changes), "unknown": .array(result.unknown.map(\.json)),
                "cut": .array(result.cut.map(JSON.string)),
            ])
        }
        output.printMessage(
            "\(path): \(counted(result.sources, "source")), \(counted(result.records, "record")), "
                + counted(result.changes, "change"))
        output.warn(of: result.unknown)
        for source in result.cut {
            Terminal.warn("almanac: \(source): earlier changes are no longer in the log; Log= sets its size")
        }
    }
}
