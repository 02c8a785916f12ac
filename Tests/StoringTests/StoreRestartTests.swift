import Glibc
import Records
import Storing
import Testing

@Suite struct StoreRestartTests {
    @Test func `a copy of the files between any two commits contains exactly what was committed`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var expected: [Change] = []
        for turn in 0..<40 {
            expected += try store.accept((0..<3).map { record("k\(turn % 7 + $0)", turn) }, of: "s")
            if turn % 9 == 8 { try store.checkpoint() }
            let copy = Scratch(isSmall: true)
            copy.write(scratch.read("almanac.db"), to: "almanac.db")
            copy.write(scratch.read("almanac.db-wal"), to: "almanac.db-wal")

            let again = try Store.open(copy)

            #expect(try again.all() == expected)
            #expect(again.cursor == store.cursor)
            #expect(try again.snapshot(limit: 99) == store.snapshot(limit: 99))
        }
    }

    /// A signal without a handler ends the child, as SIGKILL would, at a moment that the child cannot
    /// predict; the child records in a file what it knows to be committed.
    @Test func `an exit at any moment loses, doubles or reorders no committed change`()
        async throws
    {
        let scratch = Scratch()
        var (generator, end) = (SeededGenerator(seed: 3), Int64(0))
        for _ in 0..<40 {
            let delay = Int.random(in: 300..<40_000, using: &generator)
            await #expect(processExitsWith: .signal(SIGALRM)) {
                [path = scratch.path as String, delay = delay as Int] in
                try StoreRestartTests.commitForever(in: path, endingAfter: delay)
            }
            let told = scratch.read("told").reversed().drop { $0 != 0x0A }.dropFirst().prefix { $0 != 0x0A }
            let known = Int64(String(decoding: told.reversed(), as: UTF8.self)) ?? 0

            let store = try Store.open(scratch)

            #expect(store.end >= max(known, end) && store.end <= max(known, end) + 3)
            end = store.end
            let log = try store.all()
            #expect(log.map(\.number) == (0..<store.end).map { $0 + 1 })
            #expect(log.allSatisfy { $0.data?.text == #"{"v":\#($0.number)}"# })
            let newest = Dictionary(log.map { ($0.key, $0) }) { $1 }
            #expect(try store.snapshot(limit: 99).allSatisfy { newest[$0.record.key]?.number == $0.number })
        }
        #expect(end > 3)
    }

    /// Commits changes forever; the data of each change contain its own number.
    private static func commitForever(in path: String, endingAfter delay: Int) throws {
        let store = try Store.open(directory: path, at: moment()).store
        let told = open("\(path)/told", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var timer = itimerval()
        timer.it_value.tv_usec = delay
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        while true {
            let next = Int(store.end) + 1
            let records = (next..<next + 3).map { record("k\($0 % 11)", $0) }
            let commit = try store.commit(records.map { .put($0) }, of: "s", at: moment())
            let line = Array("\(commit.end)\n".utf8)
            write(told, line, line.count)
            try store.checkpointIfNeeded(isIdle: true)
        }
    }
}
