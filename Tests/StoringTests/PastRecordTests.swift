import Records
import Storing
import Testing

@Suite struct PastRecordTests {
    @Test func `a record is as the last change before a moment left it`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for round: Int64 in 1...5 {
            try store.accept([record("k", Int(round), title: "t\(round)")], of: "s", at: moment(10 * round))
        }

        #expect(try store.value("k", at: 9) == "unknown since 10")
        #expect(try store.value("k", at: 10) == #"{"v":1} t1"#)
        #expect(try store.value("k", at: 39) == #"{"v":3} t3"#)
        #expect(try store.value("k", at: 50) == #"{"v":5} t5"#)
        #expect(try store.value("k", at: 1000) == #"{"v":5} t5"#)
        #expect(try store.value("other", at: 30) == "absent")
        #expect(try store.record("k", of: "unknown", at: moment(30)) == .unknown(from: nil))
    }

    @Test func `a removed record is there before its removal, and absent until it returns`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for (second, keys) in [(10, "ab"), (20, "a"), (30, "abc"), (40, "c")] {
            try store.accept(keys.map { record("\($0)", second) }, of: "s", at: moment(Int64(second)))
        }

        let known = try [10, 20, 30, 40].map { try store.past(at: $0) }
        #expect(known == [["a10", "b10"], ["a20"], ["a30", "b30", "c30"], ["c40"]])
        #expect(try store.value("b", at: 19) == #"{"v":10}"#)
        #expect(try store.value("b", at: 20) == "absent")
        #expect(try store.value("b", at: 39) == #"{"v":30}"#)
    }

    @Test func `the data before the oldest changes of the log follow from these`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<9).map { record("k\($0)", $0) }, of: "s", at: moment(10))
        try store.accept((0..<9).map { record("k\($0)", $0 / 8) }, of: "s", at: moment(20))
        try store.accept((1..<9).map { record("k\($0)", 5) }, of: "s", at: moment(30))
        #expect(try !store.trimLog(to: .init(count: 9), at: moment(40)))

        #expect(try store.reach(of: "s") == moment(30))
        #expect(try store.value("k0", at: 29) == "unknown since 30")
        #expect(try store.value("k1", at: 29) == "unknown since 30")
        #expect(try store.value("k1", at: 30) == #"{"v":5}"#)
        try store.accept((2..<9).map { record("k\($0)", 6) }, of: "s", at: moment(50))
        // The log keeps the second removal and what follows it.
        #expect(try !store.trimLog(to: .init(count: 8), at: moment(60)))
        #expect(store.oldest == store.end - 7)
        #expect(try store.value("k1", at: 49) == #"unknown since 50"#)
        #expect(try store.value("k1", at: 50) == "absent")
    }

    @Test func `the state between the oldest two changes of the log is complete`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1), record("c", 1)], of: "s", at: moment(10))
        try store.accept([record("z", 1)], of: "other", at: moment(20))
        try store.accept([record("b", 2)], of: "s", at: moment(30))
        // Left are the other source's change, the removals of a and c, and the change of b.
        #expect(try !store.trimLog(to: .init(count: 4), at: moment(40)))

        #expect(try store.reach(of: "s") == moment(20))
        #expect(try store.past(at: 25) == ["a1", "b1", "c1"])
        #expect(try store.past(at: 30) == ["b2"])
        #expect(try store.past(at: 19) == ["a?", "b?", "c?"])
    }

    @Test func `a record that has not changed since is known however long ago that was`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1)], of: "s", at: moment(10))
        for second: Int64 in 20..<40 {
            try store.accept([record("a", 1), record("b", Int(second))], of: "s", at: moment(second))
        }
        while try store.trimLog(to: .init(count: 2), at: moment(40)) {}

        #expect(try store.value("a", at: 15) == #"{"v":1}"#)
        #expect(try store.value("b", at: 15) == "unknown since 38")
    }

    @Test func `changes whose content the log has dropped are unknown`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<50).map { record("q\($0)", $0) }, of: "quiet", at: moment(5))
        for round: Int64 in 1...40 {
            let text = "\(round)" + String(repeating: "x", count: 900)
            try store.accept([record("k", text: text)], of: "s", at: moment(10 * round))
        }
        while try store.trimLog(to: .init(bytes: store.loggedBytes() / 2), at: moment(500)) {}

        let reach = try #require(try store.reach(of: "s"))
        #expect(reach > moment(10) && reach < moment(400))
        for second: Int64 in stride(from: 5, to: 410, by: 5) {
            let isKnown = moment(second) >= reach
            #expect(try store.value("k", at: second).hasPrefix("unknown") == !isKnown, "\(second)")
        }
    }

    @Test func `the position of a moving record is that of the moment`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for round: Int64 in 0..<5 {
            let place = Position(latitude: 50, longitude: Double(round / 2))
            let ship = Record(key: "k", position: place, data: Array(#"{"v":\#(round)}"#.utf8))
            try store.accept(round == 4 ? [] : [ship], of: "s", at: moment(10 * round + 10))
        }

        let places = try (1...4).map { try store.record("k", of: "s", at: moment(10 * $0)).position }
        #expect(places.map(\.?.longitude) == [0, 0, 1, 1])
    }

    @Test func `a record with very many changes is the same by a walk and by a search`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        for round: Int64 in 0..<3000 {
            let place = Position(latitude: 50, longitude: Double(round / 1000))
            let ship = Record(key: "k", position: place, data: Array(#"{"v":\#(round)}"#.utf8))
            let difference = Difference.put(ship, ship.hash)
            _ = try store.commit([difference], of: "s", at: moment(round))
        }

        for round: Int64 in stride(from: 0, to: 3000, by: 7) {
            let found = try store.record("k", of: "s", at: moment(round))
            #expect(found.text == #"{"v":\#(round)}"#)
            #expect(found.position?.longitude == Double(round / 1000))
        }
    }

    @Test func `a source is unknown before its first change`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("z", 1)], of: "other", at: moment(10))
        try store.accept([record("a", 1)], of: "s", at: moment(20))
        try store.accept([], of: "s", at: moment(30))

        #expect(try store.knows("s", at: moment(15), looks: 99) == .new(since: moment(20)))
        #expect(try store.knows("s", at: moment(20), looks: 99) == .known)
        guard case .searching(let number) = try store.knows("s", at: moment(15), looks: 1) else {
            return #expect(Bool(false))
        }
        #expect(try store.knows("s", at: moment(15), from: number, looks: 1) == .new(since: moment(20)))
    }
}

extension PastRecord {
    /// The data as text, with the title, or what else is known.
    fileprivate var text: String {
        switch self {
        case .present(let stored): stored.record.data.text + (stored.record.title.map { " \($0)" } ?? "")
        case .absent: "absent"
        case .unknown(let from):
            "unknown since \(from.map { ($0 - moment()).microseconds / 1_000_000 } ?? -1)"
        }
    }

    fileprivate var position: Position? {
        guard case .present(let stored) = self else { return nil }
        return stored.record.position
    }
}

extension StoreReader {
    fileprivate func value(_ key: String, at second: Int64) throws -> String {
        try record(key, of: "s", at: moment(second)).text
    }

    /// Returns the records of the source in pages of two, each as its key and its value.
    fileprivate func past(at second: Int) throws -> [String] {
        var found: [String] = []
        var key = ""
        while true {
            let page = try pastPage(of: "s", after: key, at: moment(Int64(second)), limit: 2)
            let records = page.records.map {
                $0.record.key + $0.record.data.text.filter(\.isNumber)
            }
            found += records + page.unknown.map { "\($0.key)?" }
            guard let next = page.next else { return found.sorted() }
            key = next
        }
    }
}
