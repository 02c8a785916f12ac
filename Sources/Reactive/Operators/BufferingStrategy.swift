extension Publishers {
    /// What a full buffer does with one more value.
    public enum BufferingStrategy<Failure: Error> {
        /// Drops that value.
        case dropNewest
        /// Drops the value that has waited longest.
        case dropOldest
        /// Fails, when what is buffered has been delivered.
        case customError(() -> Failure)
    }
}
