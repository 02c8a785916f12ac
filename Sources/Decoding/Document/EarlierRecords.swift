public import Records

/// The records that earlier documents of a source left, for a decoder to which they matter.
public struct EarlierRecords {
    /// Whether what the document lacks is missing at the upstream, too: it is an answer of it, not one that is
    /// read once more.
    public let isAnswer: Bool
    /// Whether what the document states is at the upstream, too: it is an answer of it, maybe of one address
    /// of several.
    public let isConfirmed: Bool
    /// The time that the ages of records count against, which a wrong clock does not advance; `nil` for the
    /// moment at which the document is decoded.
    public let ages: UTC?
    private let read: ((Record) -> Void) -> Void

    /// Creates the records of a source without any.
    public init() { self.init(isAnswer: true) { _ in } }

    /// Creates records.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether what the document lacks is missing at the upstream, too.
    ///   - isConfirmed: Whether what it states is there, too.
    ///   - ages: The time that ages count against; `nil` for the moment at which the document is decoded.
    ///   - read: Calls a function with each record.
    public init(
        isAnswer: Bool, isConfirmed: Bool = true, ages: UTC? = nil,
        read: @escaping ((Record) -> Void) -> Void
    ) {
        self.isAnswer = isAnswer
        self.isConfirmed = isConfirmed
        self.ages = ages
        self.read = read
    }

    /// Calls a function with each record.
    public func forEach(_ body: (Record) -> Void) { read(body) }
}
