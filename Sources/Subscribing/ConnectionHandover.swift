import Glibc
package import Reactive
import Records
package import Storing
package import Systemd
package import Varlink

/// Keeps subscribers connected when the daemon ends for any reason: the service manager stores their sockets,
/// and a ledger stores their positions. The next run continues exactly there.
///
/// To store a socket, the service manager compares it with all stored ones, a microsecond each. So sockets
/// are only stored for subscribers that stay, whatever their position, and for the others at an orderly end.
/// Clients that only fetch a snapshot have disconnected by then. The manager removes a socket by itself when
/// the peer hangs up.
package final class ConnectionHandover {
    private static let most = 1_000
    /// A connection is stored once it has survived two scans. Short-lived clients, connected for some
    /// milliseconds, never reach the store and lose little if the daemon crashes.
    private static let pause = Duration.milliseconds(200)
    /// The manager serves no other unit meanwhile, so each scan stores a limited number of sockets with a
    /// limited number of comparisons, about 50 ms.
    private static let lot = 250
    private static let comparisons = 50_000
    /// The number of changes after which the positions of all stored subscribers are updated, even of those
    /// that received none of the changes; otherwise the log could be trimmed past their positions.
    private static let many: Int64 = 10_000
    private static let socketName = "r"
    private static let ledgerName = "p"

    private let sockets: SocketSet
    /// The log of this run, to which the marks in the ledger refer.
    private let log: LedgerLog
    /// The subscribers of the previous run, with the places of their ledger entries and their sockets; an
    /// entry that does not refer to this log is dropped.
    private var kept: [(reader: KeptSubscriber, place: Int?, socket: PassedDescriptor)] = []
    private var subscribers: SubscriberRegistry?
    private var scheduler: AnyScheduler?
    private var waiting: AnyCancellable?
    /// The subscribers that connected since the last scan, and those present at that scan whose sockets are
    /// not stored yet.
    private var newcomers: [ChangeSubscriber] = []
    private var staying: [ChangeSubscriber] = []
    /// Whether a subscriber was left out because the store was full.
    private var hasLeftOut = false
    /// Whether no service manager stores sockets.
    private var isAlone = false
    private var isEnding = false
    private var notedAt: Int64 = 0

    /// Extracts the descriptors of the previous run from those that the service manager passed.
    ///
    /// - Parameters:
    ///   - passed: The passed descriptors; those of subscribers are removed from it.
    ///   - runs: The runs of the log.
    ///   - end: The number of its last change.
    ///   - sockets: The sockets of all subscribers.
    package init(from passed: inout [PassedDescriptor], log runs: Runs, end: Int64, in sockets: SocketSet) {
        log = LedgerLog(runs)
        self.sockets = sockets
        let readers = passed.filter { $0.name == Self.socketName }
        let ledgers = passed.filter { $0.name == Self.ledgerName }
        passed.removeAll { $0.name == Self.socketName || $0.name == Self.ledgerName }
        guard !(readers.isEmpty && ledgers.isEmpty) else { return }
        do throws(SystemError) {
            guard ledgers.count == 1, let file = ledgers[0].take() else {
                throw SystemError(call: "ledger", code: ENOENT)
            }
            try adopt(readers, describedBy: Ledger(adopting: file, entries: Self.most)) { cursor in
                cursor.number <= end && runs.contains(cursor)
            }
        } catch {
            Systemd.log(.warning, "cannot restore the stored connections, closing them: \(error)")
            ServiceManager.removeStored(name: Self.ledgerName)
            for reader in readers { hangUp(reader) }
        }
    }

    /// Resumes the subscribers of the previous run.
    ///
    /// - Parameter admit: Adds a subscriber on a stored socket.
    package func resume(
        _ admit: (KeptSubscriber, consuming FileDescriptor) throws(SystemError) -> ChangeSubscriber
    ) {
        for (reader, place, socket) in kept {
            guard let descriptor = socket.take() else { continue }
            do throws(SystemError) {
                let subscriber = try admit(reader, descriptor)
                guard let place, let ledger = sockets.ledger else { continue }
                subscriber.channel.keep(at: place, in: ledger) { [unowned self, unowned subscriber] in
                    entry(subscriber)
                }
            } catch {
                Systemd.log(.warning, "cannot resume a subscriber: \(error), it must reconnect")
            }
        }
        kept = []
    }

    /// Starts storing the sockets of subscribers that stay.
    package func start(_ subscribers: SubscriberRegistry, on scheduler: AnyScheduler) {
        self.subscribers = subscribers
        self.scheduler = scheduler
        isAlone = !ServiceManager.isThere
        subscribers.arrived = { [unowned self] in expect($0) }
        for reader in subscribers.all where !reader.channel.isKept { expect(reader) }
    }

    /// Records that all changes up to a number were sent.
    package func follow(upTo number: Int64) {
        if hasLeftOut, hasRoom { scanLater() }
        guard number - notedAt >= Self.many else { return }
        notedAt = number
        for reader in subscribers?.all ?? [] where reader.channel.isKept { reader.channel.renote() }
    }

    /// Hands over as many subscribers as possible to the next run; nothing more can be sent to them in this
    /// one.
    ///
    /// - Returns: The subscribers that could not be handed over.
    package func leave() -> [ChangeSubscriber] {
        waiting = nil
        isEnding = true
        let all = subscribers?.all ?? []
        store(all.filter { !$0.channel.isKept })
        for reader in all where reader.channel.isKept {
            reader.channel.renote()
            reader.channel.handOver()
        }
        return all.filter { !$0.channel.isClosed }
    }
}

extension ConnectionHandover {
    /// Adopts the subscribers of the previous run, and its ledger.
    ///
    /// A socket whose subscriber is unknown, or to which a write was in progress, is closed; a socket whose
    /// peer hung up is missing. The ledger is renamed once all its entries refer to this log.
    private func adopt(_ sockets: [PassedDescriptor], describedBy ledger: Ledger, isValid: (Cursor) -> Bool) {
        let entries = ledger.entries
        let previous = LedgerLog(ledger.name)
        let known = Dictionary(entries.map { ($0.socket, $0) }) { first, _ in first }
        for socket in sockets {
            guard let entry = socket.raw.flatMap(Ledger.socket).flatMap({ known[$0] }),
                let reader = KeptSubscriber(entry, of: previous)
            else {
                hangUp(socket)
                continue
            }
            kept.append((reader, isValid(reader.cursor) ? entry.place : nil, socket))
        }
        ledger.retain(Set(kept.compactMap(\.place)))
        ledger.rename(to: log.description)
        self.sockets.ledger = ledger
    }

    /// Shuts down a connection, which makes the service manager remove its copy.
    private func hangUp(_ socket: PassedDescriptor) {
        // This fails if the peer has hung up; the manager has removed the socket then.
        if let raw = socket.raw { _ = shutdown(raw, CInt(SHUT_RDWR)) }
    }

    private func expect(_ reader: ChangeSubscriber) {
        guard hasRoom else { return hasLeftOut = true }
        newcomers.append(reader)
        scanLater()
    }

    private func scanLater() {
        guard waiting == nil else { return }
        waiting = scheduler?.after(Self.pause, slack: Self.pause / 5) { [unowned self] in scan() }
    }

    /// Stores some of the subscribers that stay; the others, and those that connected meanwhile, follow in
    /// the next scan.
    private func scan() {
        waiting = nil
        let readers = (hasLeftOut ? subscribers?.all ?? [] : staying).filter {
            !$0.channel.isClosed && !$0.channel.isKept
        }
        let lot = min(Self.lot, max(1, Self.comparisons / ((sockets.ledger?.count ?? 0) + 1)))
        store(Array(readers.prefix(lot)))
        hasLeftOut = !hasRoom
        staying = hasLeftOut ? [] : readers.dropFirst(lot) + newcomers
        newcomers = []
        if !staying.isEmpty { scanLater() }
    }

    /// Whether another subscriber can be stored.
    private var hasRoom: Bool { !isAlone && sockets.ledger?.hasRoom ?? true }

    /// Records subscribers in the ledger, then stores their sockets.
    private func store(_ readers: [ChangeSubscriber]) {
        guard !readers.isEmpty, hasLedger() else { return }
        let noted = readers.filter { reader in
            reader.channel.keep { [unowned self, unowned reader] in entry(reader) }
        }
        do throws(SystemError) {
            _ = try ServiceManager.store(noted.map(\.channel.raw), name: Self.socketName)
        } catch {
            Systemd.log(.warning, "cannot store the connections of subscribers: \(error)")
        }
    }

    /// Whether there is a ledger; it is created and stored when first needed.
    private func hasLedger() -> Bool {
        if sockets.ledger != nil || isAlone { return !isAlone }
        do throws(SystemError) {
            let ledger = try Ledger(named: log.description, entries: Self.most)
            isAlone = !(try ServiceManager.store(ledger.raw, name: Self.ledgerName))
            if !isAlone { sockets.ledger = ledger }
        } catch {
            Systemd.log(.warning, "cannot store the connections of subscribers: \(error)")
            isAlone = true
        }
        return !isAlone
    }

    /// Returns the ledger entry of a subscriber. Only at an orderly end is it certain that no more source
    /// states will be sent.
    private func entry(_ reader: ChangeSubscriber) -> (mark: Int64, about: [UInt8]) {
        let kept = reader.kept(isLast: isEnding)
        return (kept.cursor.number, kept.bytes)
    }
}

extension ChangeSubscriber {
    /// Returns the state of the subscriber that the next run needs.
    fileprivate func kept(isLast: Bool) -> KeptSubscriber {
        var place: SnapshotPlace?
        var readyAt: Int64?
        var isLive = false
        switch progress {
        case .snapshot(let end): place = end
        case .log(let due): readyAt = due
        case .live: isLive = true
        }
        return KeptSubscriber(
            options: options, cursor: cursor, place: place, readyAt: readyAt,
            knowsStates: isLast && isLive && channel.unsent == 0)
    }
}
