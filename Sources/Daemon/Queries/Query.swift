/// A read of the store that is performed in slices, so that others can run in between.
nonisolated protocol Query: Sendable {
    associatedtype Answer: Sendable

    /// Performs one slice, which takes some milliseconds.
    ///
    /// - Returns: The answer; `nil` if another slice must follow.
    mutating func advance(_ desk: QueryContext) throws -> Answer?
}

/// A query of a single slice.
nonisolated struct ReadQuery<Answer: Sendable>: Query {
    private let read: @Sendable (QueryContext) throws -> Answer

    init(_ read: @escaping @Sendable (QueryContext) throws -> Answer) { self.read = read }

    func advance(_ desk: QueryContext) throws -> Answer? { try read(desk) }
}
