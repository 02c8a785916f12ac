import Records
import Storing
import Systemd
import Varlink

/// How a reader gets from where it is to the live end.
extension Subscriber {
    /// Goes on where the run of the daemon before ended.
    func proceed(_ kept: KeptReader) {
        channel.send(kept.rest)
        let catching = catchUp()
        (catching.place, catching.readyAt) = (kept.place, kept.readyAt)
        if kept.knowsStates { knowStates() }
        guard kept.cursor.epoch.utf8.elementsEqual(desk.broadcast.epoch.utf8), number <= desk.broadcast.end
        else { return startOver() }
        whenDrained { if let place = $0.place { $0.sendPage(after: place) } else { $0.replay() } }
    }

    /// Sends a page of the starting state, and the next one when it is taken.
    func sendPage(after place: Archive.Place?) {
        catchUp().place = .some(place)
        kind.page(after: place, until: number) { [weak self] result in
            guard let self, let page = take(result) else { return }
            channel.send(page.bytes)
            guard let next = page.next else {
                let catching = catchUp()
                (catching.place, catching.readyAt) = (nil, desk.broadcast.end)
                return replay()
            }
            catchUp().place = .some(next)
            whenDrained { $0.sendPage(after: next) }
        }
    }

    /// Sends a page of the log, until the live end is reached.
    func replay() {
        audience = nil
        if number >= readyAt ?? desk.broadcast.end, missesStates() { return }
        tellReady()
        if number == desk.broadcast.end { return follow() }
        if wish.joins { return join(Joining(after: number)) }
        desk.archive.changes(after: number) { [weak self] result in
            guard let self, let page = take(result) else { return }
            guard let changes = page else { return startOver() }
            let identity = wish.identity
            for change in changes where wants(change.source) && identity.selector.matches(change) {
                let cursor = Cursor(epoch: desk.broadcast.epoch, number: change.number)
                channel.send(identity.form.frame(change, cursor))
            }
            number = changes.last?.number ?? desk.broadcast.end
            whenDrained { $0.replay() }
        }
    }

    /// Takes what the audience is told next; more of it is joined when this has been taken.
    func take(_ bytes: [UInt8], upTo end: Int64) {
        number = end
        knowStates()
        channel.send(bytes)
        whenDrained { $0.replay() }
    }

    /// Joins what was missed, as much as may be held, and sends it.
    private func join(_ joining: Joining) {
        desk.archive.changes(after: joining.end, bytes: 1 << 20) { [weak self] result in
            guard let self, let page = take(result) else { return }
            guard let changes = page else { return startOver() }
            var joining = joining
            for change in changes where wants(change.source) { joining.add(change) }
            joining.end = changes.last?.number ?? desk.broadcast.end
            if joining.end < desk.broadcast.end, !joining.isFull { return join(joining) }
            send(joining)
            whenDrained { $0.replay() }
        }
    }

    /// Only with the last one all is told: the cursor of those before it begins anew where the joined changes begin.
    private func send(_ joining: Joining) {
        let changes = joining.changes.filter { wish.identity.selector.matches($0) }
        for (index, change) in changes.enumerated() {
            let isLast = index == changes.count - 1
            let cursor = Cursor(epoch: desk.broadcast.epoch, number: isLast ? joining.end : number)
            send(Event.change(change, cursor))
        }
        number = joining.end
    }

    /// Sends how sources are doing of which something was told that it did not hear, if there are any.
    private func missesStates() -> Bool {
        let tellings = desk.broadcast.states.count
        guard Int32(truncatingIfNeeded: tellings) != heard else { return false }
        let names = desk.broadcast.states.names(after: Int(heard), since: heardSince).filter(wants)
        knowStates()
        guard !names.isEmpty else { return false }
        send(names[...])
        return true
    }

    /// Sends how sources are doing, as much at once as should wait for a slow reader, then goes on.
    private func send(_ names: ArraySlice<String>) {
        var names = names
        while let name = names.first, channel.unsent < 1 << 16 {
            // Whoever goes on from there must not miss what is still to be sent.
            send(desk.broadcast.state(of: name, after: number))
            names = names.dropFirst()
        }
        whenDrained { [names] in if names.isEmpty { $0.replay() } else { $0.send(names) } }
    }

    private func tellReady() {
        guard let readyAt, number >= readyAt else { return }
        catchUp().readyAt = nil
        send(Event.ready(cursor, at: desk.now))
    }

    /// Joins the live end.
    private func follow() {
        // There is no memory for those who want this: the reader comes again, and nothing is lost.
        guard let audience = try? desk.broadcast.audience(wish.identity) else { return channel.close() }
        if !wish.joins, !channel.follow(audience.frames, after: number) { return replay() }
        live(with: audience)
        if wish.joins { audience.admit(self) }
    }

    /// The log no longer reaches back to it.
    private func startOver() {
        let missed = max(0, desk.broadcast.end - number)
        number = desk.broadcast.end
        send(Event.overflow(unfinished, at: desk.now, dropped: missed))
        sendPage(after: nil)
    }

    private func wants(_ source: String) -> Bool {
        desk.sources.isWanted(source, by: wish.identity.selector)
    }

    /// What was read; nothing when it could not be, or nobody waits for it any more.
    private func take<T>(_ result: Result<T, any Error>) -> T? {
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
