public import Records

/// The records that earlier documents of a source left, for a decoder to which they matter.
public struct EarlierRecords {
    /// Whether the document is an answer of the upstream, not one that is read once more.
    public let isAnswer: Bool
    /// The time that the ages of records count against, which a wrong clock does not advance; `nil` for the
    /// moment at which the document is decoded.
    public let ages: UTC?
    private let read: ((Record) -> Void) -> Void

    /// Creates the records of a source without any.
    public init() { self.init(isAnswer: true) { _ in } }

    /// Creates records.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether the document is an answer of the upstream.
    ///   - ages: The time that ages count against; `nil` for the moment at which the document is decoded.
    ///   - read: Calls a function with each record.
    public init(isAnswer: Bool, ages: UTC? = nil, read: @escaping ((Record) -> Void) -> Void) {
        self.isAnswer = isAnswer
        self.ages = ages
        self.read = read
    }

    /// Calls a function with each record.
    public func forEach(_ body: (Record) -> Void) { read(body) }
}
