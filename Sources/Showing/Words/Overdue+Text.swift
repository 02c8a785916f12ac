import AlmanacValues
import Records

extension Runtime {
    /// The publication that is missing, in one line: `overdue: usually published at :51, seen 3 min later;
    /// missing for 9 min, last asked 12:00Z`; `nil` if none is known to be.
    func overdueLine(on paper: Paper) -> Line? {
        guard let overdue = overdue(at: paper.now) else { return nil }
        let usual = rhythm?.usual(on: paper) ?? "expected \(paper.when(overdue.expected))"
        let wait = span(max(.zero, paper.now - overdue.expected))
        return Line("overdue", .strong)
            + Line(": \(usual); missing for \(wait), last asked \(paper.when(overdue.checked))")
    }
}
