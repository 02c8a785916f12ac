public import AlmanacValues
import Records

/// The result of a refresh: the source before and after.
public struct RefreshResult: Showable {
    private let before: Source?
    private let after: Source

    /// Makes the result for a source; `before` is `nil` if the source is new.
    public init(before: Source?, after: Source) {
        self.before = before
        self.after = after
    }

    /// Whether the refresh failed.
    public var isFailure: Bool { after.runtime.failure != nil }

    /// The failure: `hospitals could not be refreshed: timeout: no answer …`.
    public var message: String {
        guard let failure = after.runtime.failure else {
            return "\(after.name) is \(after.standing.word)"
        }
        return "\(after.name) could not be refreshed: \(failure.line.plain)"
    }

    /// Returns the consequences of a failure: the data still shown, the next attempt, and how to try again.
    public func advice(_ paper: Paper) -> [String] {
        let runtime = after.runtime
        let data = runtime.fetched.map {
            "the data from \(paper.when($0)) are still shown"
        }
        let next = runtime.next.map {
            "the next attempt is at \(paper.when($0)), \(paper.wait($0))"
        }
        let again =
            after.isUndefined
            ? "its definition is read again when the file changes"
            : "to try again: almanac refresh \(after.name)"
        return [data ?? "there are no data yet", next, again].compactMap(\.self)
    }

    /// Returns one line for a success: `hospitals is fresh, 1226 records, changed`, with the remarks on the
    /// document.
    public func lines(on paper: Paper) -> [Line] {
        let hasChanged = before?.runtime.generation != after.runtime.generation
        let rejected = after.runtime.rejected > 0 ? ", \(grouped(after.runtime.rejected)) rejected" : ""
        let facts =
            ", \(counted(after.runtime.records, "record")), \(hasChanged ? "changed" : "nothing changed")\(rejected)"
        let notes = after.runtime.notes.isEmpty ? "" : ": " + after.runtime.notes.joined(separator: "; ")
        return (Line(after.name, .strong) + " is " + after.runtime.standing.line + Line(facts + notes))
            .wrapped(to: paper.width)
    }
}

extension Source {
    /// Whether its definition cannot be used, so that no attempt is planned.
    public var isUndefined: Bool {
        standing == .failing && isMisdefined && runtime.next == nil && runtime.steps.isEmpty
    }
}
