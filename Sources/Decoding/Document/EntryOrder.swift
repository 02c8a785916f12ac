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
    private static let received = "received"
    /// The members that a program may set to the time of its answer.
    private static let times = ["published", "updated", "created"]

    /// The times at which the document was made and received.
    private let moments: [UTC]

    /// Creates an order.
    ///
    /// - Parameter moments: The times at which the document was made and received.
    public init(_ moments: [UTC]) { self.moments = moments }

    /// Returns an entry with the time at which it was received.
    public static func stamped(_ entry: Record, received: UTC) -> Record {
        guard let members = members(of: entry) else { return entry }
        return record(entry, members, received: .string(received.description))
    }

    /// Returns the entry to store in place of a stored one.
    ///
    /// It has the time at which the stored one was first received. The stored one stays if nothing but times
    /// differ, and those are the time of the answer: some programs write it into every entry.
    public func judge(_ new: Record, over stored: Record) -> Record {
        guard let fresh = EntryOrder.members(of: new), let known = EntryOrder.members(of: stored) else {
            return new
        }
        if isSame(new, stored), differOnlyByAnswer(fresh, known) { return stored }
        let (mine, first) = (fresh.value(EntryOrder.received), known.value(EntryOrder.received))
        return mine == first ? new : EntryOrder.record(new, fresh, received: first)
    }

    private func isSame(_ new: Record, _ stored: Record) -> Bool {
        new.title == stored.title && new.position == stored.position && new.group == stored.group
    }

    /// Whether the two differ, and only in times that are those of the answer.
    private func differOnlyByAnswer(_ fresh: [JSON.Member], _ known: [JSON.Member]) -> Bool {
        guard EntryOrder.others(fresh) == EntryOrder.others(known) else { return false }
        let changed = EntryOrder.times.filter { fresh.value($0) != known.value($0) }
        return !changed.isEmpty
            && changed.allSatisfy { name in
                guard known.value(name) != nil, let text = fresh.value(name)?.string,
                    let time = UTC(iso8601: text)
                else { return false }
                return moments.contains { max($0 - time, time - $0) <= EntryOrder.answerAge }
            }
    }

    private static func members(of entry: Record) -> [JSON.Member]? {
        // A record that is not JSON is no entry.
        (try? JSON(parsing: entry.data))?.object
    }

    /// The members that are not times, as canonical bytes.
    private static func others(_ members: [JSON.Member]) -> [UInt8] {
        JSON.object(members.filter { !(times + [received]).contains($0.name) }).canonicalBytes
    }

    private static func record(_ entry: Record, _ members: [JSON.Member], received: JSON?) -> Record {
        var members = members.filter { $0.name != EntryOrder.received }
        if let received { members.append(.init(EntryOrder.received, received)) }
        var entry = entry
        entry.data = JSON.object(members).canonicalBytes
        return entry
    }
}

extension [JSON.Member] {
    fileprivate func value(_ name: String) -> JSON? { first { $0.name == name }?.value }
}
