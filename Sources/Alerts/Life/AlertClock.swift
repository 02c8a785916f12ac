public import Records

/// The effect of passing time on the record of an alert, without its document.
public enum AlertClock {
    /// A record at a moment, without the mark that documents lack it.
    ///
    /// The record is `nil` if the alert has ended; `next` is the next moment at which it changes, `nil` if
    /// never; `unconfirmed` is the mark, `nil` if it had none.
    public typealias State = (record: Record?, next: UTC?, unconfirmed: UTC?)

    /// Returns a record as it is at a moment, with another phase if the alert has begun.
    public static func record(_ record: Record, at now: UTC) -> State {
        // A record that is not JSON was not made by this decoder; it stays until the next document.
        guard let data = try? JSON(parsing: record.data), var members = data.object else {
            return (record, nil, nil)
        }
        func time(_ name: String) -> UTC? { data[name]?.string.flatMap { UTC(iso8601: $0) } }
        let (ends, mark) = (time("ends"), time("unconfirmed"))
        if let ends, ends <= now { return (nil, nil, nil) }
        let begins = time("onset") ?? time("effective") ?? time("sent")
        let isAnnounced = begins.map { $0 > now } ?? false
        var hasChanged = mark != nil
        members.removeAll { $0.name == "unconfirmed" }
        let phase = JSON.string(AlertPhase.inForce.rawValue)
        if !isAnnounced, let place = members.firstIndex(where: { $0.name == "phase" }),
            members[place].value != phase
        {
            members[place].value = phase
            hasChanged = true
        }
        let next = isAnnounced ? [begins, ends].compactMap(\.self).min() : ends
        guard hasChanged else { return (record, next, mark) }
        var begun = record
        begun.data = JSON.object(members).canonicalBytes
        return (begun, next, mark)
    }
}
