/// Why a benchmark cannot run.
nonisolated struct BenchError: Error, CustomStringConvertible {
    /// What is missing, or went wrong.
    let description: String
}
