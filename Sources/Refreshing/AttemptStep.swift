import Fetching
import Records

/// A step of an attempt, as reported to users who watch it.
///
/// Source: io.almanac.varlink, type Step.
package nonisolated struct AttemptStep: Hashable, Sendable {
    /// The name of the step.
    let name: String
    /// The host, the address, the status, the number of bytes or of records; `nil` if the step has no detail.
    let detail: String?
    /// The time since the beginning of the attempt.
    let elapsed: Duration
    /// The version of HTTP of the response, such as `HTTP/2`; `nil` for other steps.
    var version: String?

    /// Returns the last step of an attempt, with the number of records read.
    static func read(_ records: Int, after elapsed: Duration) -> AttemptStep {
        AttemptStep(name: "read", detail: "\(records) record\(records == 1 ? "" : "s")", elapsed: elapsed)
    }

    /// The step as the interface sends it.
    var json: JSON {
        .members([
            "name": .string(name), "elapsedUSec": .int(elapsed.microseconds),
            "detail": detail.map(JSON.string),
        ])
    }
}

nonisolated extension AttemptStep {
    /// Creates a step from the fetcher's progress.
    init(_ progress: Progress) {
        switch progress.step {
        case .queued(let host): self.init(name: "queued", detail: host, elapsed: progress.elapsed)
        case .resolving(let host): self.init(name: "resolving", detail: host, elapsed: progress.elapsed)
        case .connecting(let address):
            self.init(name: "connecting", detail: address, elapsed: progress.elapsed)
        case .asking(let address): self.init(name: "asking", detail: address, elapsed: progress.elapsed)
        case .redirected(let status, _):
            self.init(name: "redirected", detail: "\(status)", elapsed: progress.elapsed)
        case .answering(let status, let version):
            self.init(
                name: "answering", detail: "\(status)", elapsed: progress.elapsed, version: version)
        case .receiving(let bytes, let all):
            let text = "\(bytes)" + (all.map { " of \($0)" } ?? "") + " bytes"
            self.init(name: "receiving", detail: text, elapsed: progress.elapsed)
        }
    }
}
