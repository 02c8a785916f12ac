import Definitions
import Records
import Storing
import Systemd
import Varlink

/// The steps by which a subscriber catches up with live changes.
extension ChangeSubscriber {
    /// Continues at the position that the previous run recorded.
    package func proceed(_ kept: KeptSubscriber) {
        channel.send(kept.rest)
        progress = kept.cursor.startsOver ? .snapshot(after: kept.place) : .log(readyAt: kept.readyAt)
        if kept.knowsStates { knowStates() }
        guard context.broadcast.contains(kept.cursor) else { return startOver() }
        whenDrained {
            if case .snapshot(let place) = $0.progress { $0.sendPage(after: place) } else { $0.replay() }
        }
    }

    /// Sends a page of the snapshot, and the next one after the subscriber has read it.
    func sendPage(after place: SnapshotPlace?) {
        progress = .snapshot(after: place)
        let reading = kind.page(after: place, until: number, for: channel.uid) { [weak self] result in
            guard let self, let page = unwrap(result) else { return }
            // Other connections of the user were sent pages meanwhile.
            guard channel.hasRoom else { return whenDrained { $0.sendPage(after: place) } }
            channel.send(page.bytes)
            guard let next = page.next else {
                progress = .log(readyAt: context.broadcast.end)
                return replay()
            }
            progress = .snapshot(after: next)
            whenDrained { $0.sendPage(after: next) }
        }
        // A cached page has been sent already, and another read may be in progress by now.
        if let reading { catchUp().reading = reading }
    }

    /// Sends pages of the log until the subscriber has caught up.
    func replay() {
        // A closed channel follows no group, so that the steps would repeat for ever.
        guard !channel.isClosed else { return }
        let readyAt = leaveLive()
        if number >= readyAt ?? context.broadcast.end, missesStates() { return }
        if let readyAt, number >= readyAt { sendReady() }
        if number == context.broadcast.end { return follow() }
        if options.joins { return join(ChangeConflation(after: number)) }
        let end = context.broadcast.end
        catchUp().reading = context.archive.changes(after: number, bytes: 1 << 16, for: channel.uid) {
            [weak self] result in
            guard let self, let page = unwrap(result) else { return }
            guard channel.hasRoom else { return whenDrained { $0.replay() } }
            guard let changes = whole(page) else { return startOver() }
            let identity = options.identity
            for change in changes where wants(change.source) && identity.selector.matches(change) {
                let cursor = context.broadcast.cursor(of: change.number)
                channel.send(identity.form.frame(change, cursor: cursor))
            }
            // Later changes may have been sent to others meanwhile; they are read next.
            number = changes.last?.number ?? end
            whenDrained { $0.replay() }
        }
    }

    /// Sends the group's next messages; later ones are conflated until the subscriber has read these.
    func receive(_ bytes: [UInt8], upTo end: Int64) {
        number = end
        knowStates()
        channel.send(bytes)
        whenDrained { $0.replay() }
    }

    /// Returns a page of the log; `nil` if the log does not reach back to it, or has dropped the content of a
    /// change that the subscriber may lack.
    private func whole(_ page: [Change]?) -> [Change]? {
        guard let page, !page.contains(where: { $0.isTrimmed && wants($0.source) }) else { return nil }
        return page
    }

    /// Reads and conflates the missed changes, up to a limit, and sends them.
    private func join(_ conflation: ChangeConflation) {
        let end = context.broadcast.end
        let begin = conflation.end
        catchUp().reading = context.archive.changes(after: begin, bytes: 1 << 20, for: channel.uid) {
            [weak self] result in
            guard let self, let page = unwrap(result) else { return }
            guard channel.hasRoom else { return whenDrained { $0.replay() } }
            guard let changes = whole(page) else { return startOver() }
            var conflation = conflation
            for change in changes where wants(change.source) { conflation.add(change) }
            conflation.end = changes.last?.number ?? end
            if conflation.end < context.broadcast.end, !conflation.isFull { return join(conflation) }
            send(conflation)
            whenDrained { $0.replay() }
        }
    }

    /// Sends conflated changes. Only the last one completes them, so the others carry the cursor from before
    /// all of them.
    private func send(_ conflation: ChangeConflation) {
        let changes = conflation.changes.filter { options.identity.selector.matches($0) }
        for (index, change) in changes.enumerated() {
            let isLast = index == changes.count - 1
            let cursor = context.broadcast.cursor(of: isLast ? conflation.end : number)
            send(SubscriptionEvent.change(change, cursor: cursor))
        }
        number = conflation.end
    }

    /// Whether it lacks neither changes nor source states.
    var isUpToDate: Bool { number == context.broadcast.end && missedStates.isEmpty }

    /// The sources whose states changed without the subscriber's knowledge.
    private var missedStates: [String] {
        context.broadcast.states.names(after: Int(heard), since: heardSince).filter(wants)
    }

    /// Sends the states of sources that changed without the subscriber's knowledge; returns whether there
    /// were any.
    private func missesStates() -> Bool {
        let count = context.broadcast.states.count
        guard Int32(truncatingIfNeeded: count) != heard else { return false }
        let names = missedStates
        knowStates()
        guard !names.isEmpty else { return false }
        send(names[...])
        return true
    }

    /// Sends the states of sources in portions that limit the memory for a slow subscriber, then continues.
    private func send(_ names: ArraySlice<String>) {
        var names = names
        while let name = names.first, channel.unsent < 1 << 16 {
            // The cursor does not advance, so that a subscriber that resumes from it does not miss the
            // remaining states.
            send(context.broadcast.state(of: name, after: number))
            names = names.dropFirst()
        }
        whenDrained { [names] in if names.isEmpty { $0.replay() } else { $0.send(names) } }
    }

    /// Stops receiving live changes; returns the number of the change at which the `ready` event is due.
    private func leaveLive() -> Int64? {
        if case .log(let readyAt) = progress { return readyAt }
        progress = .log(readyAt: nil)
        return nil
    }

    private func sendReady() {
        progress = .log(readyAt: nil)
        send(SubscriptionEvent.ready(cursor, at: context.now))
    }

    /// Switches to live changes.
    func follow() {
        // Without memory for the group, the connection is closed; the client reconnects and misses nothing.
        guard let group = try? context.broadcast.group(options.identity) else { return channel.close() }
        if !options.joins, !channel.follow(group.frames, after: number) { return replay() }
        live(with: group)
        if options.joins { group.admit(self) }
    }

    /// Sends a new snapshot, because the log no longer reaches back to the subscriber's position.
    private func startOver() {
        let missed = max(0, context.broadcast.end - number)
        number = context.broadcast.end
        send(SubscriptionEvent.overflow(unfinished, at: context.now, dropped: missed))
        sendPage(after: nil)
    }

    private func wants(_ source: String) -> Bool { kind.wants(source) }

    /// Returns the result of a read; `nil` if it failed or the connection has closed.
    private func unwrap<T>(_ result: Result<T, any Error>) -> T? {
        guard !channel.isClosed else { return nil }
        switch result {
        case .success(let value): return value
        case .failure(let error):
            log(.error, "cannot serve a subscriber: \(error)")
            channel.close()
            return nil
        }
    }
}
