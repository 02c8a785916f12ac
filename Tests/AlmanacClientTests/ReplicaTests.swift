import AlmanacClient
import AlmanacValues
import Reactive
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct ReplicaTests {
    private let daemon: ScriptedDaemon
    private let connection: DaemonConnection

    init() throws {
        daemon = try ScriptedDaemon()
        connection = daemon.connection()
        daemon.on("Subscribe") { $0.stream(.event("subscribed", cursor: "a.0s")) }
        list("metar@KPWM")
    }

    /// A view that writes down what it is told, as words such as `put KPWM metar`.
    private final class View: ReplicaSink {
        var words: [String] = []
        var losses = 0
        var replica: Replica?

        func expect(_ beginning: ReplicaBeginning, by event: Event?) {
            words.append(event == nil ? "begin \(beginning)" : "overflow \(beginning)")
        }
        func put(_ item: Item, by event: Event) {
            words.append("put \(item.key) \(replica?.sources[item.source]?.kind ?? "?")")
        }
        func remove(_ item: Item, by event: Event) { words.append("remove \(item.key)") }
        func change(_ source: String, from before: Source?, by event: Event) {
            let after = replica?.sources[source]
            words.append("\(source) \(before?.title ?? "-") \(after?.title ?? "-")")
        }
        func complete(_ isSnapshot: Bool, by event: Event) {
            words.append("complete \(replica?.cursor ?? "-")\(isSnapshot ? " all" : "")")
        }
        func lose(_ error: AlmanacError) { losses += 1 }
        func expire(_ cursor: String) { words.append("expired \(cursor)") }
        func reach(_ isReached: Bool) { words.append(isReached ? "reached" : "lost") }
        func refuse(_ error: AlmanacError) { words.append("refused") }
    }

    private func follow(
        _ subscription: SubscriptionOptions = SubscriptionOptions(snapshot: true),
        _ adjust: (inout ReplicaOptions) -> Void = { _ in }
    ) -> View {
        var options = ReplicaOptions(subscription)
        adjust(&options)
        let view = View()
        let replica = Replica(of: connection, options, to: view)
        view.replica = replica
        replica.start()
        return view
    }

    /// Lets the daemon list sources of the kind `metar`.
    private func list(_ names: String...) {
        daemon.on("ListSources") { call in
            let sources = names.map { name -> JSON in
                ["context": ["name": .string(name), "kind": "metar"], "runtime": ["health": "fresh"]]
            }
            call.reply(["sources": .array(sources)])
        }
    }

    private func state(_ name: String, _ number: Int, title: String? = nil, isGone: Bool = false) -> JSON {
        let context: JSON? = title.map { ["name": .string(name), "kind": "metar", "title": .string($0)] }
        return .members([
            "event": "source", "cursor": .string("a.\(number)"), "realtimeUSec": 0, "source": .string(name),
            "context": context, "runtime": isGone ? nil : ["health": "fresh"],
        ])
    }

    private func count(_ method: String) -> Int { daemon.asked.count { $0.method == method } }

    @Test func `a replica knows the sources before the first record, and when it is complete`() throws {
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("snapshot", 1))
        try daemon.tell(.event("ready", cursor: "a.1"))
        #expect(try daemon.turn { view.words.last?.hasPrefix("complete") ?? false })
        #expect(view.words == ["begin everything", "reached", "put KPWM metar", "complete a.1 all"])
        #expect(view.replica?.isCurrent == true && view.replica?.areSourcesKnown == true)
        #expect(count("ListSources") == 1)
    }

    @Test func `a source that is described by its event is not asked for`() throws {
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(state("metar@KBOS", 1, title: "Boston"))
        try daemon.tell(.change("added", 2, source: "metar@KBOS", key: "KBOS"))
        try daemon.tell(state("metar@KBOS", 2, title: "Logan"))
        try daemon.tell(.change("removed", 3, source: "metar@KBOS", key: "KBOS"))
        try daemon.tell(state("metar@KBOS", 3, isGone: true))
        #expect(try daemon.turn { view.words.last == "metar@KBOS Logan -" })
        #expect(
            view.words.suffix(5) == [
                "metar@KBOS - Boston", "put KBOS metar", "metar@KBOS Boston Logan", "remove KBOS",
                "metar@KBOS Logan -",
            ])
        #expect(count("ListSources") == 1)
    }

    @Test func `of an earlier daemon, which describes no source, a replica asks once`() throws {
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.event("ready", cursor: "a.0"))
        #expect(try daemon.turn { view.words.last == "complete a.0 all" })
        list("metar@KPWM", "metar@KBOS")
        try daemon.tell(state("metar@KBOS", 1))
        try daemon.tell(.change("added", 2, source: "metar@KBOS", key: "KBOS"))
        // The known definition stays with a state that has none.
        try daemon.tell(state("metar@KPWM", 2))
        try daemon.tell(.change("changed", 3))
        #expect(try daemon.turn { view.words.last == "put KPWM metar" })
        #expect(view.words.contains("put KBOS metar"))
        #expect(count("ListSources") == 2)
    }

    @Test func `a source that is not listed is asked for once, and its records are passed`() throws {
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        for number in 1...3 { try daemon.tell(.change("added", number, source: "gone", key: "x")) }
        #expect(try daemon.turn { view.words.count { $0 == "put x ?" } == 3 })
        #expect(count("ListSources") == 2)
    }

    @Test func `events wait until the daemon lists its sources, and no further ones are read`() throws {
        var isBusy = true
        daemon.on("ListSources") { call in
            if isBusy { return call.fail("io.almanac.TooManyCalls", ["limit": 1]) }
            call.reply(["sources": []])
        }
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        for number in 1...20_000 { try daemon.tell(.change("added", number)) }
        #expect(try daemon.turn { count("ListSources") == 3 })
        #expect(view.words == ["begin everything", "reached"])
        #expect(view.replica?.areSourcesKnown == false)
        #expect(daemon.subscribers[0].unsent > 0)
        isBusy = false
        #expect(try daemon.turn { view.words.count == 20_002 })
    }

    @Test func `a replica that is disconnected resumes, and lists the sources again`() throws {
        let view = follow()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.change("snapshot", 1))
        try daemon.tell(.event("ready", cursor: "a.1"))
        #expect(try daemon.turn { view.words.last == "complete a.1 all" })
        daemon.stop()
        #expect(try daemon.turn { view.words.last == "lost" })
        #expect(view.replica?.isCurrent == false)
        try daemon.start()
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.event("ready", cursor: "a.1"))
        #expect(try daemon.turn { view.words.last == "complete a.1" })
        #expect(view.words.suffix(3) == ["begin changes", "reached", "complete a.1"])
        #expect(view.replica?.isCurrent == true)
        #expect(count("ListSources") == 2)
    }

    @Test func `an expired cursor and an overflow begin with everything, without a cursor until the end`()
        throws
    {
        daemon.on("Subscribe") { call in
            guard call.parameters["since"] == nil else {
                return call.fail("io.almanac.CursorExpired", ["oldest": "a.7"])
            }
            call.stream(.event("subscribed", cursor: "a.9s"))
        }
        let view = follow(SubscriptionOptions(since: "a.1"))
        #expect(try daemon.turn { view.replica?.isReached == true })
        #expect(view.words.suffix(3) == ["expired a.1", "begin everything", "reached"])
        #expect(view.replica?.isSnapshot == true && view.replica?.cursor == nil)
        try daemon.tell(.event("ready", cursor: "a.9"))
        #expect(try daemon.turn { view.replica?.cursor == "a.9" })
        try daemon.tell(.event("overflow", cursor: "a.20s"))
        #expect(try daemon.turn { view.words.last == "overflow everything" })
        #expect(view.replica?.isCurrent == false && view.replica?.cursor == nil)
        try daemon.tell(.event("ready", cursor: "a.20"))
        #expect(try daemon.turn { view.words.last == "complete a.20 all" })
    }

    @Test func `a daemon that returns within the patience of a replica was never lost`() throws {
        let view = follow { $0.patience = .seconds(3) }
        #expect(try daemon.turn { view.replica?.isReached == true })
        daemon.stop()
        try daemon.start()
        #expect(try daemon.turn { count("Subscribe") == 2 && count("ListSources") == 2 })
        #expect(!view.words.contains("lost"))
        daemon.stop()
        let start = daemon.clock.now
        #expect(try daemon.turn { view.words.last == "lost" })
        #expect(daemon.clock.now - start >= .seconds(3) && daemon.clock.now - start < .seconds(4))
    }

    @Test func `a refused subscription is final, or is tried again after the last event`() throws {
        let refuse: (Call) -> Void = { $0.fail("io.almanac.TooManySubscribers", ["limit": 9]) }
        let patient = follow { $0.refusalDelay = .seconds(1) }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        try daemon.tell(.event("ready", cursor: "a.4"))
        #expect(try daemon.turn { patient.words.last == "complete a.4 all" })
        daemon.on("Subscribe", refuse)
        daemon.stop()
        try daemon.start()
        #expect(try daemon.turn { count("Subscribe") == 4 })
        #expect(daemon.asked.last { $0.method == "Subscribe" }?.parameters["since"] == "a.4")
        #expect(patient.words.last == "begin changes" && !patient.words.contains("refused"))
        #expect(patient.replica?.isReached == false && patient.losses > 0)
        patient.replica?.cancel()
        let view = follow()
        #expect(try daemon.turn { view.words.last == "refused" })
    }

    @Test func `a replica that is released ends its connection`() throws {
        let view = follow()
        #expect(try daemon.turn { view.replica?.isReached == true })
        view.replica = nil
        #expect(try daemon.turn { daemon.subscribers.isEmpty })
    }

    @Test func `a list that was asked for before an event neither hides it nor counts as present`() throws {
        let view = follow { $0.waitsForSources = false }
        #expect(try daemon.turn { view.replica?.isReached == true })
        #expect(view.replica?.areSourcesKnown == false && count("ListSources") == 0)
        var calls: [Call] = []
        daemon.on("ListSources") { calls.append($0) }
        let old: JSON = [
            "sources": [["context": ["name": "metar@KPWM"], "runtime": ["health": "fresh", "records": 1]]]
        ]
        var answers: [Int] = []
        func ask(_ number: Int) { view.replica?.present { _ in answers.append(number) } }
        ask(1)
        #expect(try daemon.turn { calls.count == 1 })
        try daemon.tell(state("metar@KBOS", 1, title: "Boston"))
        #expect(try daemon.turn { view.words.last == "metar@KBOS - Boston" })
        // The event has the state of its source; a record changes one that the question was too early for.
        ask(2)
        try daemon.tell(.change("added", 2))
        #expect(try daemon.turn { view.words.last == "put KPWM ?" })
        ask(3)
        calls[0].reply(old)
        #expect(try daemon.turn { calls.count == 2 })
        #expect(answers == [1, 2] && view.replica?.sources["metar@KBOS"]?.title == "Boston")
        calls[1].reply(old)
        #expect(try daemon.turn { answers == [1, 2, 3] })
        #expect(view.replica?.sortedSources.map(\.name) == ["metar@KPWM"])
        // Nothing has happened since: the list is present for a while.
        view.replica?.present(within: .seconds(1_000)) { _ in answers.append(4) }
        #expect(answers.last == 4 && calls.count == 2)
    }
}
