import CSystemd
import Glibc

/// One epoll set that is one source of the loop, for all the sockets of clients.
///
/// sd-event serves one source a turn and asks for all ready ones again each time, which costs 311 µs
/// a callback with 10,000 ready; here it is 0.6 µs. A turn ends after 512 callbacks or 5 ms, so that
/// timers and transfers are not kept waiting; whoever was not served comes first in the next.
public final class InnerPoll {
    /// Names a descriptor of the set; a number that comes again gets another token.
    public struct Token: Hashable, Sendable {
        fileprivate let place: UInt32
        fileprivate let generation: UInt32
    }

    private struct Slot {
        var generation: UInt32 = 0
        var descriptor: CInt = -1
        var events: Readiness = []
        var client: (any PollClient)?
    }

    private static let most = 512
    private static let longest: Int64 = 5_000_000

    /// Before what it watches: it must end first, since a process that is being made may hold that open.
    private var watch: IOWatch?
    private let poll: FileDescriptor
    private var slots: [Slot] = []
    private var free: [UInt32] = []
    private var ready = [epoll_event](repeating: epoll_event(), count: InnerPoll.most)

    /// Makes an empty set on a loop.
    ///
    /// - Throws: When there is no descriptor left.
    public init(on loop: EventLoop, priority: Priority = .low) throws(SystemError) {
        poll = FileDescriptor(owning: try checked("epoll_create1", epoll_create1(CInt(EPOLL_CLOEXEC))))
        watch = try loop.watch(poll.raw, for: .reading, priority: priority) { [unowned self] _ in serve() }
    }

    /// How many descriptors are in the set.
    public var count: Int { slots.count - free.count }

    /// Calls `action` whenever a descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptor: What to watch; take it out before it is closed.
    ///   - events: What to wait for; none at all hears nothing.
    ///   - action: Told what the descriptor is ready for; may take out any descriptor, its own too.
    /// - Returns: What names it to `set` and `remove`.
    /// - Throws: When the descriptor cannot be watched, or is in the set already.
    public func add(
        _ descriptor: CInt, _ events: Readiness, _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Token {
        try add(descriptor, events, PollAction(action))
    }

    /// Tells a client whenever a descriptor is ready; see `add` of an action.
    package func add(
        _ descriptor: CInt, _ events: Readiness, _ client: any PollClient
    ) throws(SystemError) -> Token {
        let place = free.popLast() ?? UInt32(slots.count)
        if Int(place) == slots.count { slots.append(Slot()) }
        let token = Token(place: place, generation: slots[Int(place)].generation)
        do throws(SystemError) {
            if !events.isEmpty { try control(EPOLL_CTL_ADD, descriptor, events, token) }
        } catch {
            free.append(place)
            throw error
        }
        slots[Int(place)].descriptor = descriptor
        slots[Int(place)].events = events
        slots[Int(place)].client = client
        return token
    }

    /// Waits for other events from now on; does nothing for a token that was removed.
    ///
    /// - Throws: When the descriptor was closed before it was taken out.
    public func set(_ token: Token, _ events: Readiness) throws(SystemError) {
        guard let slot = slot(token), slot.events != events else { return }
        switch (slot.events.isEmpty, events.isEmpty) {
        case (true, _): try control(EPOLL_CTL_ADD, slot.descriptor, events, token)
        case (_, true): try control(EPOLL_CTL_DEL, slot.descriptor, events, token)
        default: try control(EPOLL_CTL_MOD, slot.descriptor, events, token)
        }
        slots[Int(token.place)].events = events
    }

    /// Takes a descriptor out and lets go of its action at once; does nothing when done before.
    ///
    /// - Parameters:
    ///   - token: What names it.
    ///   - closing: It is closed next and no other process has it, so that it leaves the kernel's set by that.
    public func remove(_ token: Token, closing: Bool = false) {
        guard let slot = slot(token) else { return }
        slots[Int(token.place)] = Slot(generation: slot.generation &+ 1)
        free.append(token.place)
        guard !slot.events.isEmpty, !closing else { return }
        var nothing = epoll_event()
        // Fails only for a descriptor that was closed too early, which epoll has forgotten by itself.
        _ = epoll_ctl(poll.raw, EPOLL_CTL_DEL, slot.descriptor, &nothing)
    }

    /// Who is told of the descriptors in the set.
    package var clients: [any PollClient] { slots.compactMap(\.client) }

    private func slot(_ token: Token) -> Slot? {
        let slot = slots[Int(token.place)]
        return slot.generation == token.generation && slot.client != nil ? slot : nil
    }

    private func control(
        _ operation: CInt, _ descriptor: CInt, _ events: Readiness, _ token: Token
    ) throws(SystemError) {
        let name = UInt64(token.generation) << 32 | UInt64(token.place)
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: name))
        try checked(
            "epoll_ctl", epoll_ctl(poll.raw, operation, descriptor, &event), "descriptor \(descriptor)")
    }

    /// An earlier callback may have taken out a later descriptor: its token is then no longer good.
    private func serve() {
        let count = epoll_wait(poll.raw, &ready, CInt(Self.most), 0)
        guard count > 0 else { return }
        let start = SystemClock.monotonic
        for index in 0..<Int(count) {
            let event = ready[index]
            let place = UInt32(truncatingIfNeeded: event.data.u64)
            let token = Token(place: place, generation: UInt32(event.data.u64 >> 32))
            slot(token)?.client?.isReady(for: Readiness(rawValue: event.events))
            if SystemClock.monotonic - start > Self.longest { return }
        }
    }
}

/// Who is told that a descriptor is ready.
package protocol PollClient: AnyObject {
    /// The descriptor is ready; any may be taken out, its own too.
    func isReady(for events: Readiness)
}

/// A client that is no more than an action.
private final class PollAction: PollClient {
    private let action: (Readiness) -> Void

    init(_ action: @escaping (Readiness) -> Void) { self.action = action }

    func isReady(for events: Readiness) { action(events) }
}
