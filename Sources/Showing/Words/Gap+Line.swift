public import AlmanacValues

extension Gap {
    /// Returns the gap in one line: `unknown: alerts-canada is stale, data from 12:13Z`.
    public func line(on paper: Paper) -> Line {
        let verb =
            switch reason {
            case .noData: " has "
            case .old: " is "
            case .unread, .remark: ": "
            }
        return Line("unknown", .fair) + Line(": \(source)\(verb)\(words { paper.moment($0) })")
    }
}
