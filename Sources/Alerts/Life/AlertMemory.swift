/// The memory that a source has of messages.
struct AlertMemory {
    private let recall: (String) -> String?

    init(_ recall: @escaping (String) -> String?) { self.recall = recall }

    /// Returns the text under a name; `nil` if there is none.
    func text(_ name: String) -> String? { recall(name) }

    /// Returns what is remembered of a message; `nil` if it is not known.
    ///
    /// Earlier releases remembered keys by the identifier alone.
    func memo(of name: String, _ identifier: String) -> AlertMemo? {
        (recall(name) ?? recall(identifier)).map { AlertMemo($0) }
    }
}
