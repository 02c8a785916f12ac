import Records

/// The memory of a message: the key of its chain, and whether it can count again.
///
/// The store keeps it as a text under the name of the message: the key, and after a tab the end.
struct AlertMemo: Equatable {
    /// The end of a message.
    enum End: Equatable {
        /// A later message has named it: only an edition that was sent after that one counts again.
        case superseded
        /// A later message has named it, and it was never read.
        case missed
        /// The sender ended it in the edition that was sent at this moment; a later edition counts.
        case over(UTC)
        /// Documents up to this time confirmed that it is gone; a later one may contain it again.
        case absent(UTC)
    }

    /// The key of its chain; empty if it has none.
    var key: String
    /// The end; `nil` if it may count.
    var end: End?
    /// When the last message that has named it was sent; `nil` if that is not known, or none has.
    var moment: UTC?

    init(key: String, end: End? = nil, moment: UTC? = nil) {
        self.key = key
        self.end = end
        self.moment = moment
    }

    /// Reads a stored text; a plain key is that of an earlier release, or of a message without an end.
    init(_ text: String) {
        let parts = text.utf8.split(separator: .tab, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0) ?? "" }
        key = parts.first ?? ""
        guard parts.count == 2 else { return }
        let words = parts[1].split(separator: " ")
        let time = words.last.flatMap { UTC(iso8601: $0) }
        switch (words.first, time) {
        case ("superseded", _):
            end = .superseded
            moment = time
        case ("missed", _):
            end = .missed
            moment = time
        case ("over", let time?): end = .over(time)
        case ("absent", let time?): end = .absent(time)
        default: end = nil
        }
    }

    /// The text to store.
    var text: String {
        switch end {
        case nil: key
        case .superseded: key + "\tsuperseded" + momentText
        case .missed: key + "\tmissed" + momentText
        case .over(let time): key + "\tover \(time)"
        case .absent(let time): key + "\tabsent \(time)"
        }
    }

    private var momentText: String { moment.map { " \($0)" } ?? "" }

    /// The key of its chain; `nil` if it has none.
    var ownKey: String? { key.isEmpty ? nil : key }

    /// Whether a later message has named it.
    var isSuperseded: Bool { end == .superseded || end == .missed }

    /// Whether an edition of the message must not count again.
    ///
    /// - Parameters:
    ///   - sent: When the edition was sent.
    ///   - time: The time of its document; `nil` if it states none.
    /// - Returns: Whether it must not.
    func forbids(_ sent: UTC, in time: UTC?) -> Bool {
        switch end {
        case nil: false
        case .superseded, .missed: moment.map { sent <= $0 } ?? true
        case .over(let edition): sent <= edition
        case .absent(let last): time.map { $0 <= last } ?? false
        }
    }
}
