public import Records

/// The line above records that states the past moment at which they were like this: `As of 2026-11-28
/// 14:02:11Z`.
public struct PastHeading: Showable {
    private let moment: UTC

    /// Makes the line.
    public init(_ moment: UTC) { self.moment = moment }

    /// Returns the line, with the date and the local time.
    public func lines(on paper: Paper) -> [Line] {
        let local = paper.zone.date(moment) + " " + paper.zone.clock(moment)
        return Line("As of \(local)", .faint).wrapped(to: paper.width)
    }
}
