import Records

/// What came of asking for a source: how it was before and how it is now.
public struct RefreshResult: Showable {
    private let before: Source?
    private let after: Source

    /// Makes the result of a source; `before` is `nil` when it is new.
    public init(before: Source?, after: Source) { (self.before, self.after) = (before, after) }

    /// Whether it did not work.
    public var isFailure: Bool { after.runtime.failure != nil }

    /// What failed: `hospitals could not be refreshed: timeout: no answer …`.
    public var message: String {
        guard let failure = after.runtime.failure else {
            return "\(after.name) is \(after.runtime.health.rawValue)"
        }
        return "\(after.name) could not be refreshed: \(failure.line.plain)"
    }

    /// What a failure means: which data are still shown, when the next attempt is, how to try again.
    public func advice(_ paper: Paper) -> [String] {
        let runtime = after.runtime
        let data = runtime.fetched.map {
            "the data of \(paper.zone.when($0, from: paper.now)) are still shown"
        }
        let next = runtime.next.map {
            "the next attempt is at \(paper.zone.when($0, from: paper.now)), \(paper.wait($0))"
        }
        return [data ?? "there are no data yet", next, "to try again: almanac refresh \(after.name)"]
            .compactMap(\.self)
    }

    /// One line for what worked: `hospitals is fresh, 1226 records, changed`.
    public func lines(on paper: Paper) -> [Line] {
        let hasChanged = before?.runtime.generation != after.runtime.generation
        let rejected = after.runtime.rejected > 0 ? ", \(grouped(after.runtime.rejected)) rejected" : ""
        let facts =
            ", \(counted(after.runtime.records, "record")), \(hasChanged ? "changed" : "nothing changed")\(rejected)"
        return (Line(after.name, .strong) + " is " + after.runtime.health.line + Line(facts)).wrapped(
            to: paper.width)
    }
}
