import AlmanacClient
import AlmanacValues
import Systemd

/// The events between the thread of a subscription and the task that reads them.
///
/// The thread stops reading from its socket while the buffer is full.
final class EventBuffer: Sendable {
    typealias Next = Result<Event?, AlmanacError>

    private struct State {
        var events: [Event] = []
        /// The task that waits for an event.
        var reader: CheckedContinuation<Next, Never>?
        /// The last result; `nil` while the subscription continues.
        var end: Next?
        /// Whether the thread waits until there is room.
        var isThreadWaiting = false
    }

    private static let capacity = 64

    /// Becomes readable when the thread has a reason to look: there is room again, or it must end.
    let bell: Bell
    private let state = MutexProtected(State())

    init() throws(SystemError) { bell = try Bell() }

    /// Returns the next event, waiting for it; `nil` after `cancel` and when the task is cancelled.
    func next() async -> Next {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            cancel()
        }
    }

    private func wait(_ reader: CheckedContinuation<Next, Never>) {
        var hasRoom = false
        let next = state.whileHeld { state -> Next? in
            if let end = state.end, state.events.isEmpty || end.isFinished {
                // An error is reported once.
                state.end = .success(nil)
                return end
            }
            guard !state.events.isEmpty else {
                precondition(state.reader == nil, "two tasks share an iterator")
                state.reader = reader
                return nil
            }
            let event = state.events.removeFirst()
            hasRoom = state.isThreadWaiting && state.events.count <= EventBuffer.capacity / 2
            if hasRoom { state.isThreadWaiting = false }
            return .success(event)
        }
        if hasRoom { bell.ring() }
        if let next { reader.resume(returning: next) }
    }

    /// Ends the subscription; unread events are dropped.
    func cancel() {
        finish(.success(nil))
        bell.ring()
    }

    /// Whether the subscription must end.
    var isCancelled: Bool { state.whileHeld { $0.end != nil } }
}

/// The side of the thread.
extension EventBuffer {
    /// Whether another event fits; if not, the bell rings when half of the buffer is free.
    var hasRoom: Bool {
        state.whileHeld { state in
            state.isThreadWaiting = state.events.count >= EventBuffer.capacity
            return !state.isThreadWaiting
        }
    }

    /// Adds an event.
    func add(_ event: Event) {
        let reader = state.whileHeld { state -> CheckedContinuation<Next, Never>? in
            guard state.end == nil else { return nil }
            if state.reader == nil { state.events.append(event) }
            return state.reader.take()
        }
        reader?.resume(returning: .success(event))
    }

    /// Adds the end: an error, which follows the unread events, or `nil`.
    func finish(_ end: Next) {
        let reader = state.whileHeld { state -> CheckedContinuation<Next, Never>? in
            guard state.end == nil || end.isFinished else { return nil }
            state.end = state.reader == nil ? end : .success(nil)
            return state.reader.take()
        }
        reader?.resume(returning: end)
    }
}

extension EventBuffer.Next {
    /// Whether this is the end without an error.
    fileprivate var isFinished: Bool { if case .success(nil) = self { true } else { false } }
}
