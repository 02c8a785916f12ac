public import AlmanacValues
public import Records

/// The reasons why changes of a period are missing, as the pages of an answer state them.
public struct LogGaps: Sendable {
    /// The moment of the oldest change that the log has; `nil` if it is empty or not stated.
    public private(set) var beginning: UTC?
    /// Whether only the newest changes are wanted: that the log or History= begins later is no gap then.
    private let isOfNewest: Bool
    private var isCut = false
    private var unread = 0
    private var unknown: [UnknownPast] = []

    /// Makes an empty list of reasons.
    ///
    /// - Parameter start: The beginning of the period; with `.all`, only the newest changes are wanted.
    public init(from start: LogStart = .all) { isOfNewest = start == .all }

    /// Adds the reasons that a page states.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - isWanted: Whether the changes of a source, or of one of its records, are wanted.
    public mutating func add(
        _ page: LogPage, where isWanted: (_ source: String, _ key: String?) -> Bool = { _, _ in true }
    ) {
        isCut = isCut || page.isCut && !isOfNewest
        beginning = page.from ?? beginning
        unread += page.unread
        unknown += page.unknown.filter { gap in
            isWanted(gap.source, gap.key) && (!isOfNewest || gap.reason == "log") && !unknown.contains(gap)
        }
    }

    /// Returns the reasons.
    ///
    /// - Parameter moment: The words for a time; by default RFC 3339 in UTC.
    /// - Returns: The reasons, those of the log itself first.
    public func list(moment: (UTC) -> String = { $0.description }) -> [Gap] {
        let start = beginning.map { "begins at \(moment($0))" } ?? "is empty"
        let cut = isCut ? ["it \(start); earlier changes are not known"] : []
        let lost = unread > 0 ? [unreadWords(unread, "change")] : []
        return (cut + lost).map { Gap(source: "log", .remark($0)) }
            + unknown.map { Gap(source: $0.source, .remark($0.words(moment: moment))) }
    }

    /// Whether all changes of a record since the beginning of the period are known.
    func areAllKnown(of source: String, key: String) -> Bool {
        !isCut && unread == 0 && !unknown.contains { $0.source == source && $0.key ?? key == key }
    }
}

/// Returns how many elements of an answer could not be read: `2 changes could not be read`.
public func unreadWords(_ count: Int, _ noun: String) -> String {
    "\(counted(count, noun)) could not be read"
}
