import CSystemd
import Glibc

/// An epoll set for all client sockets.
///
/// sd-event serves one source per turn and then queries all ready ones again, which costs 311 µs per callback
/// with 10,000 ready; here a callback costs 0.6 µs. A turn ends after 512 callbacks or 5 ms, so that timers
/// and transfers are not delayed; clients that were not served come first in the next turn.
///
/// The loop waits for the first set on it directly, see `EventLoop.step`; further ones are sources of it.
@MainActor
public final class EpollSet {
    /// The identity of a descriptor in the set; a reused number gets another token.
    public struct Token: Hashable, Sendable {
        fileprivate let place: UInt32
        fileprivate let generation: UInt32

        fileprivate init(place: UInt32, generation: UInt32) {
            (self.place, self.generation) = (place, generation)
        }

        /// The token as the data of an event of epoll(7).
        var data: UInt64 { UInt64(generation) << 32 | UInt64(place) }

        init(data: UInt64) {
            self.init(place: UInt32(truncatingIfNeeded: data), generation: UInt32(data >> 32))
        }
    }

    private struct Slot {
        var generation: UInt32 = 0
        var descriptor: CInt = -1
        var events: Readiness = []
        var client: (any PollClient)?
    }

    static let most = 512
    static let longest: Int64 = 5_000_000

    /// The watch must end before what it watches, since a process that is being created may hold the
    /// descriptor open.
    private var watch: IOWatch?
    let poll: FileDescriptor
    private var slots: [Slot] = []
    private var free: [UInt32] = []
    /// The descriptors that the last wait found ready, and their number.
    var ready = [epoll_event](repeating: epoll_event(), count: EpollSet.most)
    var readyCount = 0
    /// Called at the end of each turn that served descriptors or was requested; returns whether another turn
    /// is needed.
    public var turnEnded: (() -> Bool)?
    /// The number of turns so far.
    package internal(set) var turn = 0
    /// Whether the end of a turn is requested or in progress.
    var willEnd = false
    /// Serves the ready descriptors after all sources of the loop with a higher priority.
    var requested: EventCallback?

    /// Adds an empty set to a loop.
    ///
    /// - Throws: `SystemError` if no descriptor is available.
    public init(on loop: EventLoop) throws(SystemError) {
        poll = FileDescriptor(owning: try checked("epoll_create1", epoll_create1(CInt(EPOLL_CLOEXEC))))
        requested = try EventCallback(deferredOn: loop.handle.pointer) { [unowned self] in
            serve(since: SystemClock.monotonic)
        }
        if loop.waitingSet == nil {
            try add(loop)
        } else {
            watch = try loop.watch(poll.raw, for: .reading, priority: .low) { [unowned self] _ in
                _ = wait(atMost: 0)
                serve(since: SystemClock.monotonic)
            }
        }
    }

    /// Ends the watch before the descriptor is closed.
    isolated deinit {
        watch?.cancel()
    }

    /// The number of descriptors in the set.
    public var count: Int { slots.count - free.count }

    /// Calls `action` whenever a descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to watch; remove it from the set before closing it.
    ///   - events: The events to wait for; if empty, nothing is reported.
    ///   - action: A function that receives the events for which the descriptor is ready; it may remove any
    ///     descriptor, including its own.
    /// - Returns: The token for `set` and `remove`.
    /// - Throws: `SystemError` if the descriptor cannot be watched or is already in the set.
    public func add(
        _ descriptor: CInt, _ events: Readiness, _ action: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Token {
        try add(descriptor, events, PollAction(action))
    }

    /// Notifies a client whenever a descriptor is ready; see `add` with an action.
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
    /// - Throws: `SystemError` if the descriptor was closed before it was removed from the set.
    public func set(_ token: Token, _ events: Readiness) throws(SystemError) {
        guard let slot = slot(token), slot.events != events else { return }
        switch (slot.events.isEmpty, events.isEmpty) {
        case (true, _): try control(EPOLL_CTL_ADD, slot.descriptor, events, token)
        case (_, true): try control(EPOLL_CTL_DEL, slot.descriptor, events, token)
        default: try control(EPOLL_CTL_MOD, slot.descriptor, events, token)
        }
        slots[Int(token.place)].events = events
    }

    /// Removes a descriptor from the set and releases its action at once; does nothing if it was removed
    /// before.
    ///
    /// - Parameters:
    ///   - token: The token of the descriptor.
    ///   - closing: Whether the caller closes the descriptor next and no other process has it, so that
    ///     closing removes it from the kernel's set.
    public func remove(_ token: Token, closing: Bool = false) {
        guard let slot = slot(token) else { return }
        slots[Int(token.place)] = Slot(generation: slot.generation &+ 1)
        free.append(token.place)
        guard !slot.events.isEmpty, !closing else { return }
        var nothing = epoll_event()
        // This fails only for a descriptor that was closed too early, which epoll has removed by itself.
        _ = epoll_ctl(poll.raw, EPOLL_CTL_DEL, slot.descriptor, &nothing)
    }

    /// The clients of the descriptors in the set.
    package var clients: [any PollClient] { slots.compactMap(\.client) }

    /// Returns the client of a token; `nil` if it was removed.
    func client(of token: Token) -> (any PollClient)? { slot(token)?.client }

    private func slot(_ token: Token) -> Slot? {
        let slot = slots[Int(token.place)]
        return slot.generation == token.generation && slot.client != nil ? slot : nil
    }

    private func control(
        _ operation: CInt, _ descriptor: CInt, _ events: Readiness, _ token: Token
    ) throws(SystemError) {
        var event = epoll_event(events: events.rawValue, data: epoll_data_t(u64: token.data))
        try checked(
            "epoll_ctl", epoll_ctl(poll.raw, operation, descriptor, &event), "descriptor \(descriptor)")
    }
}

/// An object that is notified when a descriptor is ready.
package protocol PollClient: AnyObject {
    /// Handles a descriptor that is ready; may remove any descriptor, including its own.
    func isReady(for events: Readiness)
}

/// A client that only calls an action.
private final class PollAction: PollClient {
    private let action: (Readiness) -> Void

    init(_ action: @escaping (Readiness) -> Void) { self.action = action }

    func isReady(for events: Readiness) { action(events) }
}
