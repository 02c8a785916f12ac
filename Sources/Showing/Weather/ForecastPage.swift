import Records

/// A forecast as a pilot reads it: the flight rules drawn over time, then each stretch, then the raw text.
public struct ForecastPage: Showable {
    private let item: Item

    /// Makes the page of a TAF record.
    public init(_ item: Item) { self.item = item }

    /// Whether a record is such a forecast.
    public static func canShow(_ item: Item) -> Bool {
        item.data["groups"]?.array != nil && item.data["raw"] != nil
    }

    /// The page.
    public func lines(on paper: Paper) -> [Line] {
        Line(item.data["raw"]?.string ?? "", .faint).wrapped(to: paper.width, indent: 2)
    }
}
