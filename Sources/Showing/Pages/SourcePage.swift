public import AlmanacValues
import Records

/// All details of a source: its origin, its state and the reason of a failure.
public struct SourcePage: Showable {
    private let source: Source

    /// Makes the page of a source.
    public init(_ source: Source) { self.source = source }

    /// Returns the page: a heading, then the details.
    public func lines(on paper: Paper) -> [Line] {
        heading(paper) + fields(on: paper).lines(on: paper)
    }

    /// Returns the details.
    package func fields(on paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Health", health(paper))
        fields.add("Failure", source.runtime.failure?.line)
        fields.add("Late", source.runtime.overdueLine(on: paper))
        fields.add("Attempt", source.runtime.attempt.map { attempt(since: $0, on: paper) })
        describe(in: &fields, on: paper)
        times(in: &fields, on: paper)
        counts(&fields)
        return fields
    }

    private func heading(_ paper: Paper) -> [Line] {
        [Line(source.name, .strong), Line(source.title ?? "")].joined(by: "  ").wrapped(to: paper.width)
    }

    private func health(_ paper: Paper) -> Line {
        guard let failure = source.runtime.failure else { return source.runtime.standing.line }
        let since = failure.count > 1 ? ", \(failure.count) failures in a row" : ""
        return source.runtime.standing.line + Line("\(since), last at \(paper.moment(failure.at))")
    }

    private func attempt(since begun: UTC, on paper: Paper) -> Line {
        Line("\(source.isQueued ? source.activity : "running") for \(span(paper.now - begun))")
    }

    private func describe(in fields: inout Fields, on paper: Paper) {
        fields.add("Kind", source.kind.map { Line($0) })
        fields.add("From", lines: origins(on: paper))
        fields.add("Through", source.link.map { Line($0) })
        fields.add("Tags", Line(source.tags.joined(separator: ", ")))
        fields.add("Every", source.interval.map { Line(span($0)) })
        fields.add("Credential", source.credential.map { Line($0) })
    }

    /// The origin, or the addresses with what is known of each.
    private func origins(on paper: Paper) -> [Line] {
        let addresses = source.runtime.addresses
        guard !addresses.isEmpty else { return source.origin.map { [Line($0)] } ?? [] }
        return addresses.map { Line($0.url) + state(of: $0, on: paper) }
    }

    private func state(of address: SourceAddress, on paper: Paper) -> Line {
        guard let failure = address.failure else {
            if address.isInUse { return ", in use" }
            return Line(address.answered.map { ", last asked \(paper.when($0))" } ?? ", not asked yet")
        }
        let rest = address.until.map { ", rests until \(paper.when($0))" } ?? ""
        return Line("\(rest): \(failure)", .faint)
    }

    private func times(in fields: inout Fields, on paper: Paper) {
        let runtime = source.runtime
        let version = runtime.httpVersion.map { ", over \($0)" } ?? ""
        fields.add("Fetched", Line(runtime.fetched.map { paper.moment($0) + version } ?? "never"))
        fields.add("Changed", runtime.changed.map { Line(paper.moment($0)) })
        fields.add("Expires", runtime.expires.map { Line(paper.moment($0)) })
        fields.add(
            "Next", runtime.next.map { Line("\(paper.when($0)), \(paper.wait($0))") })
        fields.add("Rhythm", runtime.rhythm.map { Line($0.text(next: nil, on: paper)) })
        fields.add("Hints", lines: runtime.hints.map { $0.lines(on: paper) } ?? [])
    }

    private func counts(_ fields: inout Fields) {
        let runtime = source.runtime
        fields.add("Records", Line("\(grouped(runtime.records)), generation \(runtime.generation)"))
        if runtime.rejected > 0 {
            fields.add("Rejected", Line("\(grouped(runtime.rejected)) (see: almanac rejects \(source.name))"))
        }
        fields.add(source.isJoin ? "Joined" : "Omitted", source.omission.map { Line($0) })
        fields.add(
            source.isLink || source.link != nil ? "Mirror" : "Document", lines: runtime.notes.map { Line($0) }
        )
        // Without a comparison, nothing is known: no line says that there is no drift.
        let drift = runtime.drift.isEmpty ? runtime.comparison.map { [$0.text] } ?? [] : runtime.drift
        fields.add("Drift", lines: drift.map { Line($0) })
    }
}
