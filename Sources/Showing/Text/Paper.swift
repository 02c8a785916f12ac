public import Records

/// What an answer is written on, and for whom: all that a page needs to know beside its content.
public struct Paper: Sendable {
    /// Columns; lines are no longer where words allow.
    public var width: Int
    /// Whether inks may be used.
    public var hasColor: Bool
    /// In which units the reader thinks.
    public var units: Units
    /// When it is read; ages are counted to here.
    public var now: UTC
    /// Where it is read.
    public var zone: Zone
    /// Where the reader is; distances are counted from here. `nil` when unknown.
    public var here: Position?
    /// The direction of the runway that the reader thinks of, true degrees; `nil` for none.
    public var runway: Int?

    /// Whether titles stand above the columns of tables.
    public var hasLegend = true

    /// Makes a paper.
    public init(
        width: Int, hasColor: Bool = false, units: Units = .aviation, now: UTC, zone: Zone = .utc,
        here: Position? = nil
    ) {
        (self.width, self.hasColor, self.units) = (width, hasColor, units)
        (self.now, self.zone, self.here) = (now, zone, here)
    }

    /// The text of a page: its lines, each ended by a newline.
    public func text(_ page: some Showable) -> String {
        page.lines(on: self).map { $0.text(colored: hasColor) + "\n" }.joined()
    }
}
