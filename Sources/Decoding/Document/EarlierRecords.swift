public import Records

/// The records that earlier documents of a source left, for a decoder to which they matter.
public struct EarlierRecords {
    /// Whether the document is an answer of the upstream, not one that is read once more.
    public let isAnswer: Bool
    private let read: ((Record) -> Void) -> Void

    /// Creates the records of a source without any.
    public init() { self.init(isAnswer: true) { _ in } }

    /// Creates records.
    ///
    /// - Parameters:
    ///   - isAnswer: Whether the document is an answer of the upstream.
    ///   - read: Calls a function with each record.
    public init(isAnswer: Bool, read: @escaping ((Record) -> Void) -> Void) {
        self.isAnswer = isAnswer
        self.read = read
    }

    /// Calls a function with each record.
    public func forEach(_ body: (Record) -> Void) { read(body) }
}
