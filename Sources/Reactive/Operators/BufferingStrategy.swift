extension Publishers {
    /// The behaviour of a full buffer when another value arrives.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops the new value.
        case dropNewest
        /// Drops the oldest value.
        case dropOldest
        /// Fails at once; like every failure, it overtakes the buffered values.
        case customError(() -> Failure)
    }
}
