import Bridge
import Glibc
import Systemd
import Testing

@Suite struct RetainedTests {
    private let first = Topic("almanac/s/1")
    private let second = Topic("almanac/s/2")
    private let path = "/tmp/almanac-bridge-\(UInt64.random(in: 0 ... .max))"

    private func withStore(_ settings: String = "x", _ body: (RetainedStore) throws -> Void) throws {
        try body(RetainedStore(path: path, settings: settings))
    }

    @Test func `a checkpoint keeps contents and cursor`() throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.send(second, .hash(18))
            try $0.writeCheckpoint("a.1")
            try $0.send(second, .removed)
            try $0.writeCheckpoint("a.2")
        }
        try withStore {
            #expect($0.checkpoint?.cursor == "a.2")
            #expect($0.topics[first] == .hash(17))
            #expect($0.topics[second] == nil)
        }
    }

    @Test func `a content after the last checkpoint is unknown, and its topic is not lost`() throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.writeCheckpoint("a.1")
            try $0.send(second, .hash(18))
        }
        try withStore {
            #expect($0.connect(brokerCheckpoint: "a.1"))
            #expect($0.topics[first] == .hash(17))
            #expect($0.topics[second] == .unknown)
        }
    }

    @Test func `the contents sent since a checkpoint become unknown with the next connection`() throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.writeCheckpoint("a.1")
            try $0.send(first, .removed)
            #expect($0.connect(brokerCheckpoint: "a.1"))
            #expect($0.topics[first] == .unknown)
        }
    }

    @Test(arguments: [nil, "a.0", "b.1"])
    func `a broker with another cursor may have lost everything`(cursor: String?) throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.writeCheckpoint("a.1")
            #expect(!$0.connect(brokerCheckpoint: cursor))
            #expect($0.topics[first] == .unknown)
        }
    }

    @Test func `a checkpoint differs from one with the same cursor before all was published again`() throws {
        defer { unlink(path) }
        try withStore {
            let first = try $0.writeCheckpoint("a.1")
            #expect(try $0.writeCheckpoint("a.1") == nil)
            #expect(!$0.connect(brokerCheckpoint: nil))
            let second = try #require(try $0.writeCheckpoint("a.1"))
            #expect(second.cursor == "a.1" && second != first)
            #expect($0.connect(brokerCheckpoint: second.description))
        }
        try withStore {
            let text = try #require($0.checkpoint).description
            #expect(text.hasPrefix("a.1 ") && $0.connect(brokerCheckpoint: text))
        }
    }

    @Test func `other settings keep the topics, but neither contents nor checkpoint`() throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.writeCheckpoint("a.1")
        }
        try withStore("y") {
            #expect($0.checkpoint == nil)
            #expect($0.topics[first] == .unknown)
        }
    }

    @Test func `topics that a round does not mark are unused`() throws {
        defer { unlink(path) }
        try withStore {
            for topic in [first, second] { try $0.send(topic, .hash(17)) }
            $0.startRound()
            $0.mark(first)
            #expect($0.topics.unused == [second])
        }
    }

    @Test func `a message that the broker has without a record is unused`() throws {
        defer { unlink(path) }
        try withStore {
            try $0.send(first, .hash(17))
            try $0.writeCheckpoint("a.1")
            try $0.find(first)
            try $0.find(second)
            #expect($0.topics[first] == .hash(17) && $0.topics[second] == .unknown)
            $0.startRound()
            $0.mark(first)
            #expect($0.topics.unused == [second])
        }
        try withStore { #expect($0.topics[second] == .unknown) }
    }

    @Test func `the file stays small, however often a message changes`() throws {
        defer { unlink(path) }
        try withStore {
            for number in 1...20_000 {
                try $0.send(first, .hash(UInt64(number)))
                try $0.writeCheckpoint("a.\(number)")
            }
        }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_size < 100_000)
        try withStore { #expect($0.checkpoint?.cursor == "a.20000" && $0.topics[first] == .hash(20_000)) }
    }

    @Test func `a file that was cut off anywhere has a checkpoint that its contents fit`() {
        let lines = [
            "almanac-mqtt 1 x", "+almanac/s/1", "=11 almanac/s/1", "@a.1", "+almanac/s/2", "=12 almanac/s/2",
            "-almanac/s/1", "@a.2",
        ]
        let text = lines.map { $0 + "\n" }.joined()
        for count in 0...text.utf8.count {
            let file = RetainedFile(Array(text.utf8.prefix(count)), settings: "x")
            switch file.checkpoint?.cursor {
            case nil: #expect(file.topics[first] == nil || file.topics[first] == .unknown)
            case "a.1": #expect(file.topics[first] == .hash(17) || file.topics[first] == .unknown)
            default: #expect(file.topics[first] == nil && file.topics[second] == .hash(18))
            }
        }
    }

    @Test func `lines of a damaged file are ignored`() {
        let text = "almanac-mqtt 1 x\n\n?\n=\n=zz a\n+\n-\n@\n\u{FF}\n+a\n@a.1\n"
        let file = RetainedFile(Array(text.utf8) + [0xFF, .init(ascii: "\n")], settings: "x")
        #expect(file.checkpoint?.cursor == "a.1" && file.topics.count == 1)
        #expect(RetainedFile(Array("nonsense\n@a.1\n".utf8), settings: "x").checkpoint == nil)
    }
}
