import Definitions
import Fetching
import Records
import Refreshing
import Storing

/// The order in which events are handled: one batch, or one event that needs more, at a time.
extension Session {
    /// The greatest number of events in a batch, which is stored in about 10 ms.
    private static let portion = 500

    /// Handles the next events, unless others are being handled.
    func pump() {
        guard !isBusy, !isOver, let first = queue.first else { return }
        isBusy = true
        let plain = queue.prefix(Session.portion).prefix(while: isPlain)
        plain.isEmpty ? handle(first) : store(Array(plain))
    }

    /// Drops the handled events, and advances to the next ones.
    private func advance(after count: Int) {
        guard !isOver else { return }
        drop(count)
        isBusy = false
        pump()
    }

    /// The part of a source in a mirror.
    private enum Owner { case here, elsewhere, unknown }

    private func owner(of name: SourceName) -> Owner {
        let sources = link.sources
        if let source = sources.mirrored[name] { return source.link == link.name ? .here : .elsewhere }
        let isOurs = sources.running[name] != nil || sources.faults[name] != nil
        return isOurs || link.refused.contains(name) || isUnlisted(name) ? .elsewhere : .unknown
    }

    private func isPlain(_ event: MirrorEvent) -> Bool {
        switch event.kind {
        case .nothing, .begun, .unusable: true
        case .ready, .overflow: false
        case .gone(let name): owner(of: name) != .here
        case .snapshot(let name, _), .change(let name, _), .state(let name, _): owner(of: name) != .unknown
        }
    }

    private func handle(_ event: MirrorEvent) {
        switch event.kind {
        case .ready(let moment): snapshot == nil ? complete(event) : sweep(at: moment, then: event)
        case .overflow:
            snapshot = SnapshotProgress()
            advance(after: 1)
        case .gone(let name): remove(name)
        case .snapshot(let name, _), .change(let name, _), .state(let name, _): describe(name)
        case .begun, .unusable, .nothing: advance(after: 1)
        }
    }

    /// Asks for the description of a source that became known by an event.
    private func describe(_ name: SourceName) {
        link.list { [weak self] in
            guard let self, !isOver else { return }
            // A source that was removed meanwhile is not listed; its events end with its removal.
            if owner(of: name) == .unknown { recordUnlisted(name) }
            advance(after: 0)
        }
    }

    /// Removes a source that the other almanac removed.
    private func remove(_ name: SourceName) {
        link.sources.remove(name)
        link.room.remove(name)
        link.ingester.remove(name) { [weak self] result in
            if case .failure(let error) = result { return self?.failStoring(error) ?? () }
            self?.advance(after: 1)
        }
    }

    private func failStoring(_ error: any Error) {
        fail(FetchFailure(.file, "cannot store the records: \(error)"))
    }
}

/// The transactions.
extension Session {
    private func store(_ events: [MirrorEvent]) {
        var batch = MirrorBatch()
        var states: [SourceName: JSON] = [:]
        for event in events {
            apply(note: event)
            guard let name = event.source, owner(of: name) == .here else { continue }
            switch event.kind {
            case .snapshot(_, let change), .change(_, let change):
                if !change.isRemoval { snapshot?.record(change, of: name) }
                batch.add(change, of: name)
            case .state(_, let runtime): if hasRoom(for: event, of: name) { states[name] = runtime }
            case .gone, .ready, .overflow, .begun, .unusable, .nothing: break
            }
        }
        if snapshot.map({ $0.count > SnapshotProgress.longest }) ?? false {
            let limit = SnapshotProgress.longest
            return fail(FetchFailure(.shape, "the other almanac has more than \(limit) selected records"))
        }
        for (name, runtime) in states { batch.parts += part(name, runtime) }
        let cursor = snapshot == nil ? events.compactMap(\.cursor).last : nil
        admit(batch, of: events) { [weak self] in
            var batch = batch
            self?.commit(&batch, cursor: cursor) { [weak self] in
                for (name, runtime) in states { self?.publish(name, runtime) }
                self?.advance(after: events.count)
            }
        }
    }

    /// Continues if the records of some events may be stored; otherwise the link fails.
    private func admit(_ batch: MirrorBatch, of events: [MirrorEvent], then: @escaping () -> Void) {
        let bytes = batch.parts.contains { !$0.changes.isEmpty } ? events.reduce(0) { $0 + $1.size } : 0
        let names = { [link] in link.sources.names(mirroredBy: link.name) }
        link.space.add(batch, bytes, in: names) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(true): then()
            case .success(false): fail(link.space.excess)
            case .failure(let error): failStoring(error)
            }
        }
    }

    /// Counts a state; an event whose state is too much is unusable.
    private func hasRoom(for event: MirrorEvent, of name: SourceName) -> Bool {
        if link.room.add(name, size: event.size) { return true }
        let reason = "there are more than \(MirrorRoom.most) bytes of descriptions and states"
        link.unusable.add(UnusableEvent(source: name, key: nil, reason: reason))
        return false
    }

    /// Applies what an event says about the subscription itself.
    private func apply(note event: MirrorEvent) {
        switch event.kind {
        case .begun(let warnings): link.warnings = warnings
        case .unusable(let part):
            link.unusable.add(part)
            if part.source.map({ owner(of: $0) == .here }) ?? true { snapshot?.record(part) }
        default: break
        }
    }

    /// Stores a batch and the cursor, if there is anything to store.
    private func commit(_ batch: inout MirrorBatch, cursor: String?, then: @escaping () -> Void) {
        let mustNote = snapshot.map { !$0.isNoted } ?? false
        if snapshot != nil { snapshot?.isNoted = true }
        stored.cursor = cursor ?? (snapshot == nil ? stored.cursor : nil)
        if !batch.parts.isEmpty || mustNote { batch.request = stored }
        guard batch.request != nil else { return then() }
        link.ingester.mirror(batch) { [weak self] result in
            guard let self, !isOver else { return }
            if case .failure(let error) = result { return failStoring(error) }
            then()
        }
    }

    private func part(_ name: SourceName, _ runtime: JSON) -> [MirrorBatch.Part] {
        guard var state = link.sources.mirrored[name]?.state else { return [] }
        state.apply(runtime)
        return [.init(name.text, [], state: state)]
    }

    private func publish(_ name: SourceName, _ runtime: JSON) {
        guard let source = link.sources.mirrored[name] else { return }
        source.state.apply(runtime)
        source.apply(runtime)
        link.sources.mirror(source)
    }
}

/// The end of a snapshot or of the missed changes.
extension Session {
    /// The number of keys that are read at once.
    private static let keyCount = 1000

    /// Removes the records that the snapshot lacks, source by source, then completes it.
    private func sweep(at moment: UTC, then ready: MirrorEvent) {
        sweep(link.sources.names(mirroredBy: link.name)[...], after: "", at: moment, then: ready)
    }

    private func sweep(
        _ names: ArraySlice<SourceName>, after key: String, at moment: UTC, then ready: MirrorEvent
    ) {
        guard let name = names.first else { return complete(ready) }
        link.ingester.keys(of: name, after: key, limit: Session.keyCount) { [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .failure(let error): failStoring(error)
            case .success(let keys):
                remove(keys, of: name, at: moment) { [weak self] in
                    let isDone = keys.count < Session.keyCount
                    self?.sweep(
                        isDone ? names.dropFirst() : names, after: isDone ? "" : keys.last ?? "", at: moment,
                        then: ready)
                }
            }
        }
    }

    private func remove(_ keys: [String], of name: SourceName, at moment: UTC, then: @escaping () -> Void) {
        let absent = keys.filter { !(snapshot?.contains($0, of: name) ?? true) }
        guard !absent.isEmpty, let generation = generation(of: name) else { return then() }
        var batch = MirrorBatch()
        for key in absent {
            // A snapshot does not say why: the other almanac has removed it, or the link no longer selects it.
            batch.add(MirroredChange(.remove(key), at: moment, generation: generation), of: name)
        }
        commit(&batch, cursor: nil, then: then)
    }

    /// The generation of a source in the other almanac: the one that it last stated, or that of a later
    /// record.
    private func generation(of name: SourceName) -> Int? {
        let stated = [link.sources.mirrored[name]?.statedGeneration, snapshot?.generations[name]]
        return stated.compactMap { $0 }.max()
    }

    /// Stores the cursor of a complete mirror, and the generations.
    private func complete(_ ready: MirrorEvent) {
        var batch = MirrorBatch()
        if snapshot != nil {
            for name in link.sources.names(mirroredBy: link.name) {
                batch.parts.append(.init(name.text, [], generation: generation(of: name)))
            }
        }
        snapshot = nil
        stored.cursor = ready.cursor ?? stored.cursor
        batch.request = stored
        commit(&batch, cursor: stored.cursor) { [weak self] in
            guard let self else { return }
            isReady = true
            link.becomeReady()
            advance(after: 1)
        }
    }
}

nonisolated extension MirrorBatch {
    /// Adds a change, next to the one before if that is of the same source.
    fileprivate mutating func add(_ change: MirroredChange, of name: SourceName) {
        if parts.last?.source == name.text, parts[parts.count - 1].state == nil {
            parts[parts.count - 1].changes.append(change)
        } else {
            parts.append(Part(name.text, [change]))
        }
    }
}
