extension Publishers {
    /// The requests of a buffer to its upstream.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// Requests as many values as there is room for.
        case keepFull
        /// Requests everything.
        case byRequest
    }
}
