import Records

/// The messages that a document ends, by number, and when the last message that ends each was sent.
struct AlertEndings {
    private enum Moment {
        case known(UTC)
        case unknown
    }

    /// The moments by number; `nil` for messages that none ends.
    private var moments: [Moment?]

    /// Finds the messages that those of a document end by name.
    ///
    /// - Parameters:
    ///   - links: The messages that each message ends, by number.
    ///   - sent: The moments at which those that count were sent, by number.
    ///   - editions: The moments at which the newest edition of each was sent; `nil` if it is not known.
    init(_ links: [[AlertLink]], sent: [UTC], editions: [UTC?]) {
        moments = [Moment?](repeating: nil, count: editions.count)
        for (number, own) in links.enumerated() {
            // An edition that was sent after the message that names it is not the one that it means.
            for link in own where editions[link.number].map({ $0 <= sent[number] }) ?? true {
                end(link.number, at: link.kind == .entry ? nil : sent[number])
            }
        }
    }

    /// Whether a message is ended.
    func contains(_ number: Int) -> Bool { moments[number] != nil }

    /// Returns when the last message that ends another one was sent; `nil` if that is not known, or none ends it.
    func moment(of number: Int) -> UTC? {
        guard case .known(let moment) = moments[number] else { return nil }
        return moment
    }

    /// Ends a message by one that was sent at a moment; `nil` if that is not known, and then it stays unknown.
    mutating func end(_ number: Int, at moment: UTC?) {
        switch (moments[number], moment) {
        case (.none, let moment?): moments[number] = .known(moment)
        case (.known(let earlier), let moment?): moments[number] = .known(max(earlier, moment))
        case (.unknown, _), (_, .none): moments[number] = .unknown
        }
    }
}
