extension Publishers {
    /// The behaviour of a full buffer when another value arrives.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the new value.
        case dropNewest
        /// Drops the oldest value.
        case dropOldest
        /// Fails after the buffered values have been delivered.
        case customError(() -> Failure)
    }
}
