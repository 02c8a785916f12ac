import Records

/// The events with one UID.
///
/// Usually these are the revisions of one event, or a series with the descriptions of single occurrences; but
/// some programs give all their events the same UID.
struct EventGroup {
    private let uid: String?
    /// Different events, each of the latest revision, in the order of the document.
    private var cores: [Event] = []
    /// The descriptions of single occurrences, each of the latest revision, in the order of the document.
    private var changes: [Event] = []

    /// The descriptions of occurrences of which the original start cannot be read, each of the latest revision,
    /// in the order of the document.
    private var strays: [Event] = []

    init(uid: String?) { self.uid = uid }

    /// Adds an event; of several revisions the latest counts.
    ///
    /// An event is moved by a revision with a higher number (RFC 5546, 2.1.4): one with the same number and
    /// another start, or with the same time stamp and another content, is another event.
    mutating func add(_ event: Event) {
        guard !event.lacksOriginal else { return addStray(event) }
        guard event.original == nil else { return addChange(event) }
        guard let place = cores.firstIndex(where: { event.isRevision(of: $0) }) else {
            return cores.append(event)
        }
        if event.supersedes(cores[place]) { cores[place] = event }
    }

    private mutating func addChange(_ event: Event) {
        if let place = changes.firstIndex(where: { $0.original?.moment == event.original?.moment }) {
            if event.supersedes(changes[place]) { changes[place] = event }
        } else {
            changes.append(event)
        }
    }

    private mutating func addStray(_ event: Event) {
        if let place = strays.firstIndex(where: { $0.start.moment == event.start.moment }) {
            if event.supersedes(strays[place]) { strays[place] = event }
        } else {
            strays.append(event)
        }
    }

    /// The series of the group. Descriptions of which the original start cannot be read stand beside the series,
    /// whose occurrences are then in doubt: one of them is meant.
    var series: [Series] {
        guard !strays.isEmpty else { return known }
        var group = self
        group.strays = []
        let isAlone = cores.isEmpty && changes.isEmpty
        if let owner { group.cores[owner].doubtRecurrence() }
        for index in changes.indices where changes[index].isForAllLater {
            group.changes[index].doubtRecurrence()
        }
        let others = strays.filter { !$0.isCancelled }.map {
            Series(uid: uid, core: $0, changes: [], sharesUID: !isAlone || strays.count > 1)
        }
        return (isAlone ? [] : group.known) + others
    }

    /// The event that has the descriptions of single occurrences: the first one that recurs, otherwise the first;
    /// `nil` if the document has none.
    private var owner: Int? { cores.firstIndex(where: \.isSeries) ?? cores.indices.first }

    /// The series whose original starts are known.
    private var known: [Series] {
        guard cores.count > 1 else { return [Series(uid: uid, core: cores.first, changes: changes)] }
        return cores.indices.map { index in
            Series(
                uid: uid, core: cores[index], changes: index == owner ? changes : [], sharesUID: true)
        }
    }
}

extension Event {
    /// Whether it is the same event as another one with the same UID.
    fileprivate func isRevision(of other: Event) -> Bool {
        if sequence != other.sequence || isCancelled != other.isCancelled { return true }
        guard start.moment == other.start.moment else { return false }
        return stamp != other.stamp || equals(other)
    }
}
