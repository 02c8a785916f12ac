import Fetching
import Records

/// A step of an attempt, as people who watch it are told.
///
/// Source: io.almanac.varlink, type Step.
nonisolated struct AttemptStep: Hashable, Sendable {
    /// What began or happened.
    let name: String
    /// The host, the address, the status, the bytes or the records; `nil` when there is nothing to say.
    let detail: String?
    /// When, from the beginning of the attempt.
    let elapsed: Duration

    /// The end of an attempt: so many records were read.
    static func read(_ records: Int, after elapsed: Duration) -> AttemptStep {
        AttemptStep(name: "read", detail: "\(records) record\(records == 1 ? "" : "s")", elapsed: elapsed)
    }

    /// For the interface.
    var json: JSON {
        .members([
            "name": .string(name), "elapsedUSec": .int(elapsed.microseconds),
            "detail": detail.map(JSON.string),
        ])
    }
}

nonisolated extension AttemptStep {
    /// What the fetcher tells.
    init(_ progress: Progress) {
        switch progress.step {
        case .queued(let host): self.init(name: "queued", detail: host, elapsed: progress.elapsed)
        case .resolving(let host): self.init(name: "resolving", detail: host, elapsed: progress.elapsed)
        case .connecting(let address):
            self.init(name: "connecting", detail: address, elapsed: progress.elapsed)
        case .asking(let address): self.init(name: "asking", detail: address, elapsed: progress.elapsed)
        case .redirected(let status, _):
            self.init(name: "redirected", detail: "\(status)", elapsed: progress.elapsed)
        case .answering(let status):
            self.init(name: "answering", detail: "\(status)", elapsed: progress.elapsed)
        case .receiving(let bytes, let all):
            let text = "\(bytes)" + (all.map { " of \($0)" } ?? "") + " bytes"
            self.init(name: "receiving", detail: text, elapsed: progress.elapsed)
        }
    }
}
