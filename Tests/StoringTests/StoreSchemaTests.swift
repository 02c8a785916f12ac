import Records
import Storing
import Testing

@Suite struct SchemaTests {
    /// The schema of a hypothetical later almanac.
    private let later = StoreSchema(
        steps: StoreSchema.almanac.steps + [
            "ALTER TABLE record ADD COLUMN rank INTEGER NOT NULL DEFAULT 7",
            "CREATE TABLE place (id INTEGER PRIMARY KEY) STRICT; INSERT INTO place SELECT id FROM record",
        ])

    @Test func `a database of an older schema is migrated with all contents`() throws {
        let scratch = Scratch()
        let old = try Store.open(scratch)
        try old.accept([record("a", 1), record("b", 2)], of: "s")
        let before = try (old.cursor, old.all(), old.snapshot(limit: 9))

        let (store, opening) = try Store.open(directory: scratch.path, at: moment(), schema: later)

        #expect(opening == .existing)
        #expect(try (store.cursor, store.all(), store.snapshot(limit: 9)) == before)
        #expect(try store.accept([record("a", 1)], of: "s").map(\.kind) == [.removed])
        #expect(try Store.open(directory: scratch.path, at: moment(), schema: later).opening == .existing)
    }

    @Test func `a database of the first version is migrated to the current one with all contents`() throws {
        let scratch = Scratch()
        scratch.write(Scratch.corpus("first-version.db"), to: "almanac.db")

        let (store, opening) = try Store.open(directory: scratch.path, at: moment())

        #expect(opening == .existing && store.cursor.run == "0b1a9197226b45aa")
        #expect(
            try store.all().prefix(4).map { "\($0.kind) \($0.key)" } == [
                "added a", "added b", "removed a", "changed b",
            ])
        #expect(try store.snapshot(of: ["s"], limit: 9).map(\.record) == [record("b", 3)])
        #expect(try store.accept([], of: "s").map(\.kind) == [.removed])
    }

    @Test func `a failed migration step leaves the database unchanged`() throws {
        let scratch = Scratch()
        try Store.open(scratch).accept([record("a", 1)], of: "s")
        let broken = StoreSchema(
            steps: StoreSchema.almanac.steps + ["CREATE TABLE x (a); CREATE TABLE record (b)"])

        let opening = try? Store.open(directory: scratch.path, at: moment(), schema: broken).opening

        #expect(opening == nil)
        #expect(try Store.open(scratch).all().count == 1)
    }

    @Test func `a database of a newer schema is refused and not altered`() throws {
        let scratch = Scratch()
        try Store.open(directory: scratch.path, at: moment(), schema: later).store.accept(
            [record("a", 1)], of: "s")

        let error = #expect(throws: StoreError.self) { try Store.open(directory: scratch.path, at: moment()) }

        #expect(error?.message == "its schema is version 16, newer than 14, the newest known here")
        #expect(error?.isDamage == false)
        #expect(scratch.names().allSatisfy { !$0.contains("damaged") })
    }

    @Test func `every statement uses an index, except for small tables and the beginning of the log`()
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let finder = try Finder(in: store)
        let indexer = try Indexer(of: store)
        defer { withExtendedLifetime(indexer) {} }
        let plans = try store.plans()

        #expect(try plans.count >= 45 && finder.keys("x") == [])
        for plan in plans {
            for step in plan.steps where step.hasPrefix("SCAN") || step.contains("TEMP B-TREE") {
                let isSmall = [
                    "source", "request", "progress", "gone", "logged", "CONSTANT ROW",
                ].contains { step.hasPrefix("SCAN \($0)") }
                let isBeginning = plan.statement.contains("ORDER BY c.number LIMIT")
                let isSorted = plan.statement.hasSuffix(
                    "FROM record WHERE source = ? ORDER BY number")
                let isIndex = step.contains("VIRTUAL TABLE INDEX") && !step.hasSuffix("INDEX 0:")
                let isOfParts = plan.statement.contains("FROM logged WHERE bytes")
                #expect(
                    isSmall || isBeginning || isSorted || isIndex || isOfParts,
                    "\(plan.statement): \(step)")
            }
        }
        let isCovered = plans.contains {
            $0.statement.hasPrefix("SELECT hash") && $0.steps[0].contains("COVERING INDEX record_by_key")
        }
        #expect(isCovered)
    }
}
