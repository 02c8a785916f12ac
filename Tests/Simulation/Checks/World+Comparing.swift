import Records
import SimulatedSystem

extension World {
    /// Ends all disturbances, waits until everything must be well again, and checks that it is.
    func settle() {
        note("everything ends")
        ending = nil
        disk.heal()
        clearIncoming()
        restoreDefinitions()
        upstreams.hasNetwork = true
        simulated_route(true)
        for source in upstreams.sources {
            change(source, to: .well)
        }
        for subscriber in clients.subscribers {
            subscriber.isStalled = false
            subscriber.come()
        }
        // A backoff is at most an hour and a quarter, a Retry-After an hour and a minute; a source that
        // learned when its upstream publishes pauses for at most four of its intervals, which are an hour at
        // most.
        // A broker that lies all the time changes nothing of it.
        lie(until: now + .hours(5))
        run(until: now + .hours(4))
        var quiet = QuietCheck()
        for _ in 0..<QuietCheck.parts {
            run(until: now + .minutes(20))
            quiet.sample()
        }
        if finding == nil { quiet.check() }
        if finding == nil { compareAll() }
    }

    /// Compares a snapshot with what subscribers have, if these are at the same cursor.
    func compare() {
        readSnapshot(pages: [], next: nil) { [unowned self] pages in
            // A change between two pages is not in the first one.
            guard let snapshot = Snapshot(pages: pages), Self.haveSameCursor(pages) else { return }
            for subscriber in clients.subscribers where subscriber.isComplete {
                guard subscriber.cursor == snapshot.cursor else { continue }
                check(subscriber.records, equals: snapshot.data, subscriber.name)
            }
        }
    }

    private static func haveSameCursor(_ pages: [JSON]) -> Bool {
        Set(pages.map { $0["parameters"]?["cursor"]?.string }).count == 1
    }

    /// Searches, lists and reads the history, for their effect on the daemon.
    func query() {
        let source = chance.pick(upstreams.sources).name
        clients.call("Search", ["text": "north"]) { _ in }
        clients.call("GetHistory", ["source": .string(source), "limit": 5]) { _ in }
        clients.call("ListSources") { _ in }
    }

    /// Reads all pages of a snapshot.
    private func readSnapshot(pages: [JSON], next: String?, then: @escaping ([JSON]) -> Void) {
        var parameters: [JSON.Member] = [.init("limit", 1000)]
        if let next { parameters.append(.init("next", .string(next))) }
        clients.call("GetSnapshot", .object(parameters)) { [unowned self] reply in
            guard let reply else { return }
            let next = reply["parameters"]?["next"]?.string
            if next == nil { return then(pages + [reply]) }
            readSnapshot(pages: pages + [reply], next: next, then: then)
        }
    }

    private func compareAll() {
        var snapshot: Snapshot?
        readSnapshot(pages: [], next: nil) { snapshot = Snapshot(pages: $0) }
        run(until: now + .seconds(30))
        guard finding == nil else { return }
        guard let snapshot else { return fail("GetSnapshot is not answered") }
        for source in upstreams.sources where source.isEnabled {
            check(snapshot.data[source.name] ?? [:], of: source)
        }
        for join in upstreams.joins where join.left.isEnabled && join.right.isEnabled {
            check(join.name, snapshot.data[join.name] ?? [:], join.expected)
        }
        checkSubscribers(snapshot)
        FindCheck(snapshot).begin(&chance)
        HealthCheck().begin()
        HistoryCheck(snapshot).begin()
        PublishedFileCheck(snapshot).check()
        run(until: now + .minutes(2))
    }

    private func checkSubscribers(_ snapshot: Snapshot) {
        for subscriber in clients.subscribers {
            if !subscriber.isReady { fail("\(subscriber.name) is not ready at the end") }
            let expected = snapshot.data.filter { subscriber.wants($0.key) }
            check(subscriber.records, equals: expected, subscriber.name)
        }
    }

    /// Compares the records of a source with those that its upstream has.
    func check(_ records: [String: JSON], of source: SimulatedSource) {
        let (name, expected) = (source.name, source.expected)
        let records = source.dataset.kind == "feed" ? records.mapValues(\.withoutReception) : records
        if !source.dataset.isExact { return checkMembers(name, records, expected) }
        check(name, records, expected, mayHaveMore: source.dataset.keepsMissing)
    }

    private func checkMembers(_ name: String, _ records: [String: JSON], _ expected: [String: JSON]) {
        for (key, members) in expected.sorted(by: { $0.key < $1.key }) {
            guard let found = records[key] else { return fail("\(name) lacks \(key)") }
            for member in members.object ?? [] where found[member.name] != member.value {
                let difference = Difference(found[member.name] ?? .null, from: member.value)
                return fail("\(name) \(key): \(member.name) \(difference)")
            }
        }
    }

    private func check(
        _ name: String, _ records: [String: JSON], _ expected: [String: JSON], mayHaveMore: Bool = false
    ) {
        for (key, members) in expected.sorted(by: { $0.key < $1.key }) {
            guard let found = records[key] else { return fail("\(name) lacks \(key)") }
            guard found == members else {
                return fail("\(name) \(key) \(Difference(found, from: members))")
            }
        }
        guard !mayHaveMore else { return }
        for key in records.keys.sorted() where expected[key] == nil {
            return fail("\(name) still has \(key)")
        }
    }

    private func check(
        _ records: [String: [String: JSON]], equals stored: [String: [String: JSON]], _ name: String
    ) {
        for source in Set(records.keys).union(stored.keys).sorted() {
            let (mine, theirs) = (records[source] ?? [:], stored[source] ?? [:])
            for key in Set(mine.keys).union(theirs.keys).sorted() where mine[key] != theirs[key] {
                let difference = Difference(mine[key] ?? .null, from: theirs[key] ?? .null)
                return fail("\(name) differs from the store: \(source) \(key) \(difference)")
            }
        }
    }
}
