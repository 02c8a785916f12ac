/// The reason why a benchmark cannot run.
nonisolated struct BenchError: Error, CustomStringConvertible {
    /// The description of the failure.
    let description: String
}
