import Glibc
import Records
import Storing
import Testing

@Suite struct SourceStateTests {
    private var full: SourceState {
        var state = SourceState(name: "s")
        state.definition = "abc"
        state.fetched = moment(1)
        state.expires = moment(2)
        state.reference = moment(3)
        state.failure = .init(
            reason: .http, httpStatus: 429, message: "slow \"down\"", at: moment(4), count: 3)
        state.rejected = 12_345
        state.omitted = ["no-position": 7, "duplicate": 2]
        state.drift = ["+wind", "-gust"]
        state.names = [
            NameChange("gust", .vanished, since: moment(5), documents: 20, records: 100, instead: "gusts"),
            NameChange("wind", .new, since: moment(6), documents: 2, records: 7),
        ]
        state.values = [ValueChange("type", "Cancel", since: moment(7), documents: 1, records: 2)]
        state.comparison = NameComparison(documents: 30, learning: 20, names: 12, values: 4)
        state.shapes = Array(#"{"wind":"object"}"#.utf8)
        return state
    }

    @Test func `a state is restored after a restart, with the counts from commits`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1), record("b", 1)], of: "s")
        try store.save(full)

        let state = try #require(try Store.open(scratch).states().first)

        #expect(state.generation == 1 && state.recordCount == 2 && state.number == 2)
        #expect(state.failure == full.failure && state.omitted == full.omitted && state.drift == full.drift)
        #expect(state.names == full.names)
        #expect(state.values == full.values && state.comparison == full.comparison)
        #expect(state.fetched == moment(1) && state.expires == moment(2) && state.reference == moment(3))
        #expect(state.definition == "abc" && state.rejected == 12_345 && state.shapes == full.shapes)
    }

    @Test func `the moment of the last change is that of a later commit, or as it was saved`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        _ = try store.commit([.put(record("a", 1))], of: "s", at: moment(5))
        var state = try #require(try store.state(of: "s"))
        #expect(state.changed == moment(5))
        state.fetched = moment(6)
        try store.save(state)
        #expect(try store.states().first == state)

        _ = try store.commit([.put(record("a", 2))], of: "s", at: moment(7))

        let restored = try #require(try Store.open(scratch).states().first)
        #expect(restored.changed == moment(7) && restored.number == 2 && restored.fetched == moment(6))
    }

    @Test func `attempts with the same result are one phase, and the newest 100 phases are restored`() throws
    {
        var state = SourceState(name: "s")
        for second in 0..<300 {
            let isFailure = second / 2 % 2 == 1
            state.enter(.init(at: moment(Int64(second)), failure: isFailure ? .timeout : nil))
        }
        let scratch = Scratch()
        try Store.open(scratch).save(state)

        let restored = try #require(try Store.open(scratch).state(of: "s")).phases

        #expect(restored.count == 100 && restored == state.phases)
        #expect(restored.suffix(2).map(\.at) == [moment(296), moment(298)])
        #expect(restored.suffix(2).map(\.failure) == [nil, .timeout])
    }

    @Test func `a source is incomplete from the first part of a document to the last, also after a restart`()
        throws
    {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let first = try store.commit([.put(record("a", 1))], of: "s", at: moment(), isLast: false)
        #expect(try store.states().map(\.isIncomplete) == [true])

        let again = try Store.open(scratch)
        #expect(try again.states().map(\.isIncomplete) == [true])
        #expect(try again.state(of: "s")?.isIncomplete == true)

        _ = try again.commit([], of: "s", at: moment(), after: first)
        #expect(try again.states().map(\.isIncomplete) == [false])
    }

    @Test func `a source without records has a state too`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)

        try store.save(SourceState(name: "empty"))

        #expect(try store.states() == [SourceState(name: "empty")])
        #expect(try store.state(of: "other") == nil)
    }

    @Test func `state, rejects and requests are stored with the changes of a commit`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var request = RequestState(identity: "https://example.org/a?b=c")
        request.etag = #"W/"x\"y""#
        request.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
        request.nextAttempt = moment(5)
        request.failures = 2
        request.notBefore = moment(4)
        request.isHostHeld = true
        request.movedTo = "https://example.net/"
        let reject = Reject(
            line: 3, offset: 40, key: "a", field: "v", found: "x\u{1}", reason: "not a number")

        _ = try store.commit(
            [.put(record("a", 1))], of: "s", at: moment(), saving: full, rejects: [reject],
            requests: [request])

        let again = try Store.open(scratch)
        #expect(try again.requests() == [request])
        #expect(try again.rejects(of: "s") == [reject])
        #expect(try again.state(of: "s")?.definition == "abc")
        #expect(try again.state(of: "s")?.changed == moment())
    }

    @Test func `a thousand rejects are stored, only those of the last document`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let rejects = (1...1500).map { Reject(line: $0, found: "x", reason: "no") }

        try store.save(rejects, of: "s")
        #expect(try store.rejects(of: "s").map(\.line) == (1...1000).map { $0 })
        #expect(try store.rejects(of: "s", limit: 2).count == 2)

        try store.save([], of: "s")
        #expect(try store.rejects(of: "s").isEmpty)
    }

    @Test func `states of sources and requests are stored together`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        var request = RequestState(identity: "r")
        request.failures = 4

        try store.save([full, SourceState(name: "t")], [request])
        try store.save([], [])

        #expect(try store.states().map(\.name) == ["s", "t"])
        #expect(try store.state(of: "s")?.recordCount == 1)
        #expect(try store.requests() == [request])
    }

    @Test func `the states of unused requests are removed`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.save([
            RequestState(identity: "b"), RequestState(identity: "a"), RequestState(identity: "c"),
        ])

        try store.forget(requests: ["a", "unknown"])

        #expect(try store.requests().map(\.identity) == ["b", "c"])
    }

    @Test func `a change after the last save is of a later document than the state knows`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        var state = SourceState(name: "s")
        state.documentSerial = 1 << 60
        state.apply(try store.commit([.put(record("a", 1))], of: "s", at: moment()))
        try store.save(state)
        #expect(try store.state(of: "s")?.documentSerial == 1 << 60)
        _ = try store.commit([], of: "s", at: moment())
        #expect(try store.state(of: "s")?.documentSerial == 1 << 60)
        _ = try store.commit([.put(record("a", 2))], of: "s", at: moment())
        #expect(try store.state(of: "s")?.documentSerial == (1 << 60) + 1)
        try store.save(SourceState(name: "s"))
        #expect(try store.state(of: "s")?.documentSerial == nil)
    }

    @Test func `a removed source leaves only changes behind`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        _ = try store.commit(
            [.put(record("a", 1))], of: "s", at: moment(), saving: full,
            rejects: [Reject(found: "", reason: "r")])
        try store.documents.keep([1, 2, 3], of: "s", facts: DocumentFacts(received: moment()))

        let (commit, isDone) = try store.removeSource("s", at: moment(1))

        #expect(isDone && commit.changes.map(\.kind) == [.removed])
        #expect(try store.states().isEmpty && store.rejects(of: "s").isEmpty)
        #expect(try store.documents.reader(of: "s") == nil)
        #expect(try store.all().count == 2)
        #expect(try store.accept([record("a", 1)], of: "s").map(\.generation) == [3])
    }

    @Test func `a removal that fails at the document commits no change`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        try store.documents.keep([1], of: "other", facts: DocumentFacts(received: moment()))
        // unlink(2) fails for a directory.
        #expect(mkdir("\(scratch.path)/documents/s.z", 0o700) == 0)

        #expect(throws: StoreError.self) { try store.removeSource("s", at: moment(1)) }

        #expect(try store.all().count == 1)
    }

    @Test(arguments: [nil, [], [1, 2, 0, 255]] as [[UInt8]?])
    func `the rhythm of a request is restored after a restart`(rhythm: [UInt8]?) throws {
        let scratch = Scratch()
        var request = RequestState(identity: "s")
        request.etag = "\"a\""
        request.rhythm = rhythm
        try Store.open(scratch).save([request])
        #expect(try Store.open(scratch).requests() == [request])
    }
}
