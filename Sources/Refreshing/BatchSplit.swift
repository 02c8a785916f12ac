import Fetching

/// The limits on the division of a request that an upstream refuses because of some of its names, until these
/// are known.
final class BatchSplit {
    /// The maximum number of further requests of a round, and of those before one is accepted: the upstream
    /// may refuse all names.
    private static let most = 24
    private static let mostFutile = 8

    private var count = 0
    /// Whether a part was accepted.
    private(set) var isUseful = false

    /// Reserves a place for one more request.
    ///
    /// - Returns: Whether there is one.
    func reservePlace() -> Bool {
        guard count < (isUseful ? BatchSplit.most : BatchSplit.mostFutile) else { return false }
        count += 1
        return true
    }

    /// Records that a part was accepted.
    func succeed() { isUseful = true }
}

nonisolated extension FetchFailure {
    /// Whether the upstream refuses the request as it is, such as for one name in it.
    ///
    /// Source: RFC 9110 §15.5.1 (400), §15.5.15 (414), §15.5.21 (422).
    var isOfRequest: Bool { httpStatus == 400 || httpStatus == 414 || httpStatus == 422 }
}
