import Fetching
import Records

/// A gap in the answer of one of several addresses, for which another one is asked.
nonisolated enum AnswerGap: Hashable, Sendable {
    /// There is no answer that can be used.
    case failure(FetchFailure)
    /// The answer is older than one that was stored.
    case behind
    /// The answer has no news, although the upstream nearly always publishes earlier.
    case overdue
    /// The answer lacks alerts that are stored.
    case absence

    /// Finds the gap of an outcome; `nil` if the answer is complete, or another address cannot do better.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of asking one address.
    ///   - isOverdue: Whether news are overdue.
    ///   - awaitsAnswer: Whether stored alerts wait for an answer that has them.
    init?(of outcome: Outcome, isOverdue: Bool, awaitsAnswer: Bool) {
        switch outcome {
        case .failed(let failure):
            guard !AnswerGap.own.contains(failure.reason) else { return nil }
            self = .failure(failure)
        case .accepted(let report) where report.isBehind || report.hasOnlyOlder: self = .behind
        case .accepted(let report) where report.awaitsAnswer: self = .absence
        case .notModified where awaitsAnswer: self = .absence
        case .accepted(let report) where isOverdue && !report.hasNews: self = .overdue
        case .notModified where isOverdue: self = .overdue
        default: return nil
        }
    }

    /// The reasons for which another address fails like the first: they are faults of this machine.
    private static let own: Set<FailureReason> = [.offline, .configuration, .file]

    /// The reason not to ask the address for a while; `nil` if it works.
    var fault: FetchFailure? {
        switch self {
        case .failure(let failure): failure
        case .behind: FetchFailure(.shape, "its document is older than the one that is stored")
        case .overdue, .absence: nil
        }
    }
}
