public import Records

/// The time by which lists sort an entry of a feed that states none, or one in the future: the moment at
/// which it was first received.
///
/// The moment is the member `received`, so that each list, page and client sorts by the same one, and no
/// later answer changes it.
public struct EntryOrder: Hashable, Sendable {
    /// The distance from a document's time up to which a time of an entry may be that of the answer: caches
    /// keep answers for some minutes.
    private static let answerAge = Duration.seconds(15 * 60)
    private static let received = ReceptionTime.member
    /// The members that a program may set to the time of its answer.
    private static let times = ["published", "updated", "created"]
    private static let allTimes = Set(times + [received])

    /// The times at which the document was made and received.
    private let moments: [UTC]

    /// Creates an order.
    ///
    /// - Parameter moments: The times at which the document was made and received.
    public init(_ moments: [UTC]) { self.moments = moments }

    /// Returns an entry with the time at which it was received.
    public static func stamped(_ entry: Record, received: UTC) -> Record {
        guard let members = EntryMembers(entry) else { return entry }
        var entry = entry
        entry.data = members.text(with: EntryOrder.received, Array("\"\(received)\"".utf8)[...])
        return entry
    }

    /// Returns an entry without the time at which it was received, as its document has it.
    public static func bare(_ entry: Record) -> Record {
        guard let members = EntryMembers(entry), members[EntryOrder.received] != nil else { return entry }
        var entry = entry
        entry.data = members.text(with: EntryOrder.received, nil)
        return entry
    }

    /// Returns the entry to store in place of a stored one.
    ///
    /// It has the time at which the stored one was first received. The stored one stays if nothing but times
    /// differ, and those are the time of the answer: some programs write it into every entry.
    public func judge(_ new: Record, over stored: Record) -> Record {
        if isSame(new, stored), ReceptionTime.differsAlone(new.data.span, stored.data.span) { return stored }
        // A record that is no object is no entry.
        guard let fresh = EntryMembers(new), let known = EntryMembers(stored) else { return new }
        if isSame(new, stored), differOnlyByAnswer(fresh, known) { return stored }
        let first = known[EntryOrder.received]
        guard fresh[EntryOrder.received] != first else { return new }
        var entry = new
        entry.data = fresh.text(with: EntryOrder.received, first)
        return entry
    }

    private func isSame(_ new: Record, _ stored: Record) -> Bool {
        new.title == stored.title && new.position == stored.position && new.group == stored.group
    }

    /// Whether the two differ in nothing, or only in times that are those of the answer.
    private func differOnlyByAnswer(_ fresh: EntryMembers, _ known: EntryMembers) -> Bool {
        guard fresh.equals(known, besides: EntryOrder.allTimes) else { return false }
        return EntryOrder.times.allSatisfy { name in
            let (now, before) = (fresh[name], known[name])
            if now == before { return true }
            guard before != nil, let now, let text = (try? JSON(parsing: Array(now)))?.string,
                let time = UTC(iso8601: text)
            else { return false }
            return moments.contains { max($0 - time, time - $0) <= EntryOrder.answerAge }
        }
    }
}
