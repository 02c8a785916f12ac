/// The state of a worker's thread, whose type only its worker knows.
nonisolated class WorkerState {
    fileprivate init() {}

    /// Returns the state as the worker has created it.
    ///
    /// - Throws: The error why there is none.
    final func get<State>(_ type: State.Type) throws -> State {
        guard let own = self as? OwnState<State> else { preconditionFailure("a job has another's state") }
        return try own.content.get()
    }
}

/// The state of a worker's thread, or the error why there is none.
nonisolated final class OwnState<State>: WorkerState {
    fileprivate let content: Result<State, any Error>

    /// Creates the state.
    init(_ make: () throws -> State) { content = Result { try make() } }
}
