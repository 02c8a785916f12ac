/// A page of an answer.
nonisolated struct ReplyPage<Place: Sendable>: Sendable {
    /// The reply, a JSON object.
    let reply: [UInt8]
    /// The end of the page; `nil` if it is the last one.
    let next: Place?
}

/// A query in pages.
nonisolated protocol PagedQuery: Query where Answer == ReplyPage<Place> {
    associatedtype Place: Sendable

    /// Returns the query for the page that follows the end of another one.
    func continued(at place: Place) -> Self
}
