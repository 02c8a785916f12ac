/// A remark that a list has only the first of several results: `5 of 1234 records`.
public struct Cut: Showable {
    /// The number of results in the list.
    public let shown: Int
    /// The number of all results; `nil` if an earlier daemon, which does not count them, only filled the
    /// list.
    public let total: Int?
    /// The word for the results, in the plural.
    private let noun: String
    private let advice: String

    /// Makes the remark.
    ///
    /// - Parameters:
    ///   - shown: The number of results in the list.
    ///   - total: The number of all results; `nil` if it is not known.
    ///   - noun: The word for the results, in the plural.
    ///   - advice: The advice for seeing more; empty for none.
    public init(shown: Int, of total: Int?, _ noun: String = "records", advice: String = "") {
        self.shown = shown
        self.total = total
        self.noun = noun
        self.advice = advice
    }

    /// Whether the list is complete.
    public var isWhole: Bool { total.map { $0 <= shown } ?? false }

    /// The remark in one line.
    public var text: String {
        let count =
            total.map { "\(grouped(shown)) of \(grouped($0)) \(noun)" }
            ?? "the first \(grouped(shown)) \(noun), perhaps not all"
        return advice.isEmpty ? count : "\(count); \(advice)"
    }

    /// Returns the remark; no lines for a complete list.
    public func lines(on paper: Paper) -> [Line] {
        isWhole ? [] : Line(text, .faint).wrapped(to: paper.width)
    }
}
