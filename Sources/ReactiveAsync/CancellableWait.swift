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

    /// Waits for `resume()` or the cancellation of the task.
    func untilEnd(isolation actor: isolated (any Actor)?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { suspend($0) }
        } onCancel: {
            let ended = state.withLock { state in
                state.isCancelled = true
                return state.waiting.take()
            }
            ended?.resume()
        }
    }

    /// Resumes the current wait or, if there is none, the next one at once.
    func resume() {
        let ended = state.withLock { state in
            state.hasEnded = state.waiting == nil
            return state.waiting.take()
        }
        ended?.resume()
    }

    private func suspend(_ continuation: CheckedContinuation<Void, Never>) {
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
