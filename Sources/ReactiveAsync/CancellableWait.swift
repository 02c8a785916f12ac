import Synchronization

/// The wait of a task, which its own actor ends, or the cancellation of the task on any thread.
final class CancellableWait: Sendable {
    private struct State {
        /// The waiting task.
        var waiting: CheckedContinuation<Void, Never>?
        /// Whether the next wait has ended before it begins.
        var hasEnded = false
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Whether the task was cancelled while it waited.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Waits for `end()` or the cancellation of the task.
    func untilEnd(isolation actor: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { begin($0) }
        } onCancel: {
            let ended = state.withLock { state in
                state.isCancelled = true
                return state.waiting.take()
            }
            ended?.resume()
        }
    }

    /// Ends the current wait, or the next one.
    func end() {
        let ended = state.withLock { state in
            state.hasEnded = state.waiting == nil
            return state.waiting.take()
        }
        ended?.resume()
    }

    private func begin(_ continuation: CheckedContinuation<Void, Never>) {
        let isOver = state.withLock { state in
            if !state.hasEnded, !state.isCancelled {
                state.waiting = continuation
                return false
            }
            state.hasEnded = false
            return true
        }
        if isOver { continuation.resume() }
    }
}
