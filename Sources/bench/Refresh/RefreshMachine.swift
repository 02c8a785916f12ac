import Records
import Storing

/// A store with a table, and refreshes that change one row.
final class RefreshMachine {
    private let table: RefreshDocument
    private let directory: BenchFolder
    private let store: Store
    private let reader: StoreReader
    private let moment = UTC(seconds: 1_795_000_000)

    /// Loads the table.
    ///
    /// - Throws: An error of the disk.
    init(_ table: RefreshDocument) throws {
        self.table = table
        directory = try BenchFolder()
        store = try Store.open(directory: directory.path, at: moment).store
        reader = try StoreReader(directory: directory.path)
        let comparison = try Comparison(of: "table", in: reader)
        _ = try table.decode { try comparison.add($0) }
        _ = try commit(comparison)
        try comparison.settle(at: store.end)
        try store.checkpoint()
    }

    /// Performs the steps of one refresh as the daemon does.
    func measure(_ turn: Int) throws -> RefreshCosts {
        let changed = try RefreshDocument.table(rows: table.records, changed: 1000, turn: turn)
        var cost = RefreshCosts()
        cost.bytes = try changed.read()
        cost.decode = try changed.decode()
        let comparison = try Comparison(of: "table", in: reader)
        _ = try changed.decode { records in
            cost.compare += try BenchCost.of(1) { try comparison.add(records) }.processor
        }
        var changes = 0
        cost.store = try BenchCost.of(1) { changes = try commit(comparison) }.processor
        guard changes == 1 else {
            throw BenchError(description: "\(changes) changes were found")
        }
        cost.compare += try BenchCost.of(1) { try comparison.settle(at: store.end) }.processor
        cost.keep = try BenchCost.of(1) { try keep(changed) }.processor
        try store.documents.remove("table")
        return cost
    }

    /// - Returns: The number of changes.
    private func commit(_ comparison: Comparison) throws -> Int {
        comparison.finish()
        var last: Commit?
        var count = 0
        while let part = try comparison.next() {
            let commit = try store.commit(part, of: "table", at: moment, after: last)
            count += commit.changes.count
            last = commit
        }
        return count
    }

    private func keep(_ document: RefreshDocument) throws {
        let writer = try store.documents.writer(of: "table", DocumentFacts(received: moment))
        try document.forEachSlice { try writer.append($0) }
        try writer.finish()
    }
}
