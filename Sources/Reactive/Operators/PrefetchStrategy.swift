extension Publishers {
    /// How a buffer asks its upstream.
    public enum PrefetchStrategy: Hashable, Sendable {
        /// For as many values as there is room.
        case keepFull
        /// For everything.
        case byRequest
    }
}
