import Decoding
public import Records

/// The effect of passing time on the record of an alert, without its document.
public enum AlertClock {
    /// Returns a record as it is at a moment.
    ///
    /// - Returns: The record, with another phase if the alert has begun, and the next moment at which it
    ///   changes, `nil` if never; no record if the alert has ended.
    public static func record(_ record: Record, at now: UTC) -> (record: Record?, next: UTC?) {
        // A record that is not JSON was not made by this decoder; it stays until the next document.
        guard let data = try? JSON(parsing: record.data), var members = data.object else {
            return (record, nil)
        }
        let ends = data["ends"]?.string.flatMap { UTC(iso8601: $0) }
        if let ends, ends <= now { return (nil, nil) }
        guard let onset = data["onset"]?.string.flatMap({ UTC(iso8601: $0) }) else { return (record, ends) }
        if onset > now { return (record, min(onset, ends ?? onset)) }
        let phase = JSON.string(AlertPhase.inForce.rawValue)
        guard let place = members.firstIndex(where: { $0.name == "phase" }), members[place].value != phase
        else { return (record, ends) }
        members[place].value = phase
        var begun = record
        begun.data = JSON.object(members).canonicalBytes
        return (begun, ends)
    }
}
