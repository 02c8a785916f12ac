public import AlmanacValues

extension DaemonFailure {
    /// The failure in one line: `almanacd: cannot write the records of rows: …, since 14:01Z, 6 min ago`.
    public func line(on paper: Paper) -> Line {
        Line("almanacd", .bad) + Line(": \(message), since \(paper.moment(since))")
    }
}
