import AlmanacClient
import AlmanacValues
import Records
import Showing
import Storing

/// The export of sources to a SQLite file.
struct DataExport {
    /// The result of an export.
    struct Result {
        var sources = 0
        var records = 0
        var changes = 0
        /// The reasons why records may be missing or out of date.
        var unknown: [Gap] = []
        /// The sources whose history lacks changes that were requested.
        var cut: [String] = []
    }

    /// The number of times that the tables of a source are read when it changes meanwhile.
    private static let attempts = 3

    private let daemon: Daemon
    private let file: DataFile
    private let table: ExportedSources
    private let since: UTC?
    private let interruption: Interruption
    private var names = UniqueNames()
    private(set) var result = Result()

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - daemon: The daemon whose sources are exported.
    ///   - since: The time from which changes are exported; `nil` for all that the log has.
    /// - Throws: A complaint if the file cannot be created.
    init(to path: String, of daemon: Daemon, since: UTC?) throws(CommandError) {
        self.daemon = daemon
        self.since = since
        interruption = try Interruption(on: daemon.loop)
        do throws(StoreError) {
            file = try DataFile(for: path)
            table = try ExportedSources(in: file, at: Terminal.now, since: since)
        } catch {
            throw CommandError(.cannotCreate, "cannot write \(path): \(error.message)")
        }
    }

    /// Gives the complete file its name.
    func keep() throws(CommandError) { try write { () throws(StoreError) in try file.keep() } }

    /// Writes a source with its records and their changes.
    mutating func add(_ source: Source) throws(CommandError) {
        let description = try ask(.description(of: source.name))
        let names = (records: next(source.name), history: next("\(source.name)_history"))
        for attempt in 1...DataExport.attempts {
            let before = try state(of: source.name)
            var tables = try write { () throws(StoreError) in
                try ExportedTables(names, schema: description.schema, in: file)
            }
            let (isCut, unread) = try read(before, into: &tables)
            let after = try state(of: source.name)
            let isMixed = before.runtime.generation != after.runtime.generation
            guard !isMixed || attempt == DataExport.attempts else { continue }
            try write { () throws(StoreError) in try tables.write() }
            let lost = DataExport.lost(of: source.name, isMixed: isMixed, unread: unread)
            return try add(description, tables, [before, after], isCut: isCut, lost)
        }
    }

    /// Returns the name of a table; SQLite keeps those that begin with `sqlite_` for itself.
    private mutating func next(_ name: String) -> String {
        names.next(name.hasPrefix("sqlite_") ? "_\(name)" : name)
    }

    private func state(of name: String) throws(CommandError) -> Source {
        let selector = Selector(sources: [Selector.literal(name)])
        guard let source = try ask(Request<[Source]>.sources(selector)).first else {
            throw CommandError(.temporary, "the source \(name) was removed during the export")
        }
        return source
    }

    /// Reads the records of a source and their changes.
    ///
    /// - Returns: Whether the log no longer has all changes that were requested, and how many could not be read.
    private func read(
        _ source: Source, into tables: inout ExportedTables
    ) throws(CommandError) -> (isCut: Bool, unread: Int) {
        let selector = Selector(sources: [Selector.literal(source.name)])
        var next: String?
        repeat {
            let page = try ask(Request<ItemPage>.records(selector, next: next))
            try write { () throws(StoreError) in try tables.add(page.items) }
            next = page.next
        } while next != nil
        var isCut = false
        var unread = 0
        repeat {
            let page = try ask(
                Request<ChangePage>.changes(of: source.name, since: since, limit: 1000, next: next))
            try write { () throws(StoreError) in try tables.add(page.changes) }
            next = page.next
            isCut = page.isCut
            unread += page.unread
        } while next != nil
        return (isCut, unread)
    }

    /// Returns the reasons why tables may not be what the source had at one moment.
    private static func lost(of source: String, isMixed: Bool, unread: Int) -> [Gap] {
        let mixed = isMixed ? ["the records changed while they were read"] : []
        let words = mixed + (unread > 0 ? [unreadWords(unread, "change")] : [])
        return words.map { Gap(source: source, .remark($0)) }
    }

    private mutating func add(
        _ description: SourceDescription, _ tables: ExportedTables, _ states: [Source], isCut: Bool,
        _ lost: [Gap]
    ) throws(CommandError) {
        let source = states[0]
        let first = source.readingGaps
        let later = states[1...].flatMap(\.readingGaps).filter { !first.contains($0) }
        let unknown = first + later + lost
        try write { () throws(StoreError) in
            try table.add(
                source, tables, phases: description.phases, isHistoryComplete: !isCut,
                unknown: unknown.map { $0.words() })
        }
        result.sources += 1
        result.records += tables.records
        result.changes += tables.changes
        result.unknown += unknown
        if isCut { result.cut.append(source.name) }
    }

    private func ask<Answer>(_ request: Request<Answer>) throws(CommandError) -> Answer {
        let answer = try daemon.ask(request)
        try interruption.check(file.path)
        return answer
    }

    private func write<Value>(_ body: () throws(StoreError) -> Value) throws(CommandError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw CommandError(.cannotCreate, "cannot write \(file.path): \(error.message)")
        }
    }
}
