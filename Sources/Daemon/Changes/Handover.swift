import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// Keeps readers connected through the end of the daemon, whatever ends it: the service manager has their sockets in
/// its store, and a ledger that says how far each is. The next run goes on exactly there.
///
/// Storing a socket is work for the service manager, which compares it with all before, a microsecond each: it is
/// done for readers that stay, however far they are, and for the others at an orderly end. Who only takes the state and
/// leaves has gone by then. The manager drops a socket itself when it has hung up.
final class Handover {
    private static let most = 1_000
    /// A reader stays when it was there at one look and is there at the next: a visit takes some milliseconds, and who
    /// is cut off so soon after it came has little to take again.
    private static let pause = Duration.milliseconds(200)
    /// The manager serves nobody else meanwhile: at most so many sockets a look, and comparisons, about 50 ms.
    private static let lot = 250
    private static let comparisons = 50_000
    /// After so many changes it is noted of readers whom none of them concerned; else the log could end before them.
    private static let many: Int64 = 10_000
    private static let socketName = "r"
    private static let ledgerName = "p"

    private let sockets: SocketSet
    private let epoch: String
    /// Readers of the run before that are to go on here, their entries, and their sockets.
    private var kept: [(reader: KeptReader, place: Int, socket: PassedDescriptor)] = []
    /// The ledger of the run before when it is of another log: its entries are of no use here.
    private var isOfOtherLog = false
    private var subscribers: Subscribers?
    private var scheduler: AnyScheduler?
    private var waiting: AnyCancellable?
    /// Who has come since the last look, and who was there at that one and is not stored.
    private var newcomers: [Subscriber] = []
    private var staying: [Subscriber] = []
    /// There was no room for somebody.
    private var hasLeftOut = false
    /// There is no service manager that stores.
    private var isAlone = false
    private var isEnding = false
    private var notedAt: Int64 = 0

    /// Takes out of what the service manager handed over what the run before left.
    ///
    /// - Parameters:
    ///   - passed: What it handed over; without what is of readers afterwards.
    ///   - epoch: Which log there is now.
    ///   - sockets: The set of all readers.
    init(from passed: inout [PassedDescriptor], log epoch: String, in sockets: SocketSet) {
        (self.epoch, self.sockets) = (epoch, sockets)
        let readers = passed.filter { $0.name == Self.socketName }
        let ledgers = passed.filter { $0.name == Self.ledgerName }
        passed.removeAll { $0.name == Self.socketName || $0.name == Self.ledgerName }
        guard !(readers.isEmpty && ledgers.isEmpty) else { return }
        do throws(SystemError) {
            guard ledgers.count == 1, let file = ledgers[0].take() else {
                throw SystemError(call: "ledger", code: ENOENT)
            }
            try take(readers, Ledger(adopting: file, entries: Self.most))
        } catch {
            log(.warning, "the connections that were kept are closed: \(error)")
            ServiceManager.removeStored(name: Self.ledgerName)
            for reader in readers { hangUp(reader) }
        }
    }

    /// Goes on with readers of the run before.
    ///
    /// - Parameter admit: Takes one in.
    func goOn(_ admit: (KeptReader, consuming FileDescriptor) throws(SystemError) -> Subscriber) {
        for (reader, place, socket) in kept {
            guard let descriptor = socket.take() else { continue }
            do throws(SystemError) {
                let subscriber = try admit(reader, descriptor)
                guard !isOfOtherLog, let ledger = sockets.ledger else { continue }
                subscriber.channel.keep(at: place, in: ledger) { [unowned self, unowned subscriber] in
                    note(subscriber)
                }
            } catch {
                log(.warning, "cannot go on with a reader: \(error), it must come again")
            }
        }
        kept = []
    }

    /// Keeps those who stay from now on.
    func begin(_ subscribers: Subscribers, on scheduler: AnyScheduler) {
        (self.subscribers, self.scheduler) = (subscribers, scheduler)
        isAlone = !ServiceManager.isThere
        subscribers.arrived = { [unowned self] in expect($0) }
        for reader in subscribers.all where !reader.channel.isKept { expect(reader) }
    }

    /// Changes up to this one were told.
    func follow(upTo number: Int64) {
        if hasLeftOut, hasRoom { lookLater() }
        guard number - notedAt >= Self.many else { return }
        notedAt = number
        for reader in subscribers?.all ?? [] where reader.channel.isKept { reader.channel.renote() }
    }

    /// Leaves as many readers as may be to the next run; nothing more can be sent to them here.
    ///
    /// - Returns: Those who are not left to it.
    func leave() -> [Subscriber] {
        (waiting, isEnding) = (nil, true)
        let all = subscribers?.all ?? []
        store(all.filter { !$0.channel.isKept })
        for reader in all where reader.channel.isKept {
            reader.channel.renote()
            reader.channel.handOver()
        }
        return all.filter { !$0.channel.isClosed }
    }
}

extension Handover {
    /// A socket whose reader is not known, or was being written to, is closed; one that has hung up is not there.
    private func take(_ sockets: [PassedDescriptor], _ ledger: Ledger) {
        let entries = ledger.entries
        let known = Dictionary(entries.map { ($0.socket, $0) }) { first, _ in first }
        for socket in sockets {
            guard let entry = socket.raw.flatMap(Ledger.socket).flatMap({ known[$0] }),
                let reader = KeptReader(entry, epoch: ledger.name)
            else {
                hangUp(socket)
                continue
            }
            kept.append((reader, entry.place, socket))
        }
        ledger.retain(Set(kept.map(\.place)))
        isOfOtherLog = !ledger.name.utf8.elementsEqual(epoch.utf8)
        guard isOfOtherLog else { return self.sockets.ledger = ledger }
        ServiceManager.removeStored(name: Self.ledgerName)
    }

    /// Ends a connection that the service manager has too, which drops it by that.
    private func hangUp(_ socket: PassedDescriptor) {
        // Fails when the peer has gone, and then it is dropped already.
        if let raw = socket.raw { _ = shutdown(raw, CInt(SHUT_RDWR)) }
    }

    private func expect(_ reader: Subscriber) {
        guard hasRoom else { return hasLeftOut = true }
        newcomers.append(reader)
        lookLater()
    }

    private func lookLater() {
        guard waiting == nil else { return }
        waiting = scheduler?.after(Self.pause, slack: Self.pause / 5) { [unowned self] in look() }
    }

    /// Stores some of those who stay; the others, and who has come meanwhile, at the next look.
    private func look() {
        waiting = nil
        let readers = (hasLeftOut ? subscribers?.all ?? [] : staying).filter {
            !$0.channel.isClosed && !$0.channel.isKept
        }
        let lot = min(Self.lot, max(1, Self.comparisons / ((sockets.ledger?.count ?? 0) + 1)))
        store(Array(readers.prefix(lot)))
        hasLeftOut = !hasRoom
        staying = hasLeftOut ? [] : readers.dropFirst(lot) + newcomers
        newcomers = []
        if !staying.isEmpty { lookLater() }
    }

    /// Whether one more can be kept.
    private var hasRoom: Bool { !isAlone && sockets.ledger?.hasRoom ?? true }

    /// Notes readers in the ledger, then has their sockets stored.
    private func store(_ readers: [Subscriber]) {
        guard !readers.isEmpty, hasLedger() else { return }
        let noted = readers.filter { reader in
            reader.channel.keep { [unowned self, unowned reader] in note(reader) }
        }
        do throws(SystemError) {
            _ = try ServiceManager.store(noted.map(\.channel.raw), name: Self.socketName)
        } catch {
            log(.warning, "cannot keep the connections of readers: \(error)")
        }
    }

    /// Whether there is a ledger; made, and stored, when it is needed first.
    private func hasLedger() -> Bool {
        if sockets.ledger != nil || isAlone { return !isAlone }
        do throws(SystemError) {
            let ledger = try Ledger(named: epoch, entries: Self.most)
            isAlone = !(try ServiceManager.store(ledger.raw, name: Self.ledgerName))
            if !isAlone { sockets.ledger = ledger }
        } catch {
            log(.warning, "cannot keep the connections of readers: \(error)")
            isAlone = true
        }
        return !isAlone
    }

    /// Only at an orderly end it is known that nothing more will have been told of sources.
    private func note(_ reader: Subscriber) -> (mark: Int64, about: [UInt8]) {
        let kept = reader.kept(isLast: isEnding)
        return (kept.cursor.number, kept.bytes)
    }
}

extension Subscriber {
    /// What the next run must know of it.
    fileprivate func kept(isLast: Bool) -> KeptReader {
        KeptReader(
            wish: wish, cursor: cursor, place: place, readyAt: readyAt,
            knowsStates: isLast && audience != nil && channel.unsent == 0)
    }
}
