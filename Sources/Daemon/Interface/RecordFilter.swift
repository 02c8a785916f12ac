import Definitions
import Storing

/// The records that a search considers.
nonisolated struct RecordFilter: Sendable {
    /// All records.
    static let all = RecordFilter(Selector(), sources: nil)

    let selector: Selector
    private let sources: Set<String>?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - selector: The selector of records.
    ///   - sources: The sources that the selector matches; `nil` for all.
    init(_ selector: Selector, sources: [String]?) {
        self.selector = selector
        self.sources = sources.map(Set.init)
    }

    /// The test of the records of these sources; `nil` if all match.
    var test: ((StoredRecord) -> Bool)? {
        selector.isOfAllRecords ? nil : { [selector] in selector.matches($0.record) }
    }

    /// Whether records of a source can match.
    func isFrom(_ source: String) -> Bool { sources?.contains(source) ?? true }
}
