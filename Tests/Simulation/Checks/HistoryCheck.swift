import Records

/// Checks that the log has every change that subscribers received, and that all changes together lead to the
/// records.
struct HistoryCheck {
    private let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    func begin() {
        for source in World.current.upstreams.sources { read(source, changes: [], next: nil) }
    }

    private func read(_ source: SimulatedSource, changes: [JSON], next: String?) {
        var parameters: [JSON.Member] = [
            .init("source", .string(source.name)), .init("limit", 1000), .init("changes", true),
        ]
        if let next { parameters.append(.init("next", .string(next))) }
        World.current.clients.call("GetHistory", .object(parameters)) { reply in
            guard let answer = reply?["parameters"], reply?["error"] == nil else {
                // The daemon need not know a source that is not enabled.
                guard source.isEnabled else { return }
                return World.current.fail(
                    "GetHistory of \(source.name) is not answered: \(reply?.summary ?? "no reply")")
            }
            let all = changes + (answer["changes"]?.array ?? [])
            if let next = answer["next"]?.string { return read(source, changes: all, next: next) }
            check(source.name, all)
        }
    }

    /// Whether the log no longer has the first changes: by default it reaches back seven days.
    private static var isTrimmed: Bool {
        World.current.isLogCut || World.current.now - Plan.start > .hours(6 * 24)
    }

    /// Checks the changes of a source, the newest first.
    private func check(_ source: String, _ changes: [JSON]) {
        guard !Self.isTrimmed else { return }
        let world = World.current
        var records: [String: JSON] = [:]
        var cursors: Set<String> = []
        for change in changes.reversed() {
            let key = change["key"]?.string ?? ""
            cursors.insert(change["cursor"]?.string ?? "")
            let isKnown = records[key] != nil
            if (change["event"]?.string == "added") == isKnown {
                return world.fail("the log of \(source) has \(key) as \(change["event"] ?? .null)")
            }
            records[key] = change["event"]?.string == "removed" ? nil : change["data"]
        }
        if records != snapshot.data[source] ?? [:] {
            world.fail("the log of \(source) does not lead to its records")
        }
        checkReceived(source, cursors)
    }

    /// Checks that the log has all that subscribers received.
    private func checkReceived(_ source: String, _ cursors: Set<String>) {
        let world = World.current
        for subscriber in world.clients.subscribers {
            for cursor in subscriber.received(from: source) where !cursors.contains(cursor) {
                return world.fail(
                    "\(subscriber.name) received \(cursor) of \(source), which is not in the log")
            }
        }
    }
}
