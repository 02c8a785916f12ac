/// The answer of one job on its way from the worker's thread to the loop.
///
/// Filled once by the thread before it says that the job is done, read once by the loop after that:
/// the queue's lock lies between.
nonisolated final class Parcel<T: Sendable>: @unchecked Sendable {
    private var result: Result<T, any Error>?

    func fill(_ work: () throws -> T) { result = Result { try work() } }

    var content: Result<T, any Error> {
        guard let result else { preconditionFailure("a job is done without an answer") }
        return result
    }
}
