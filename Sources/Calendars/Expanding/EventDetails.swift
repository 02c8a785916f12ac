import Records

/// The facts of an event, except times: the same for all of its occurrences, and written once.
final class EventDetails {
    /// The members of its records, except times.
    let members: [JSON.Member]
    private let isAllDay: Bool

    /// The members in records as JSON text, separated by commas; empty if there are none.
    private(set) lazy var text: [UInt8] = {
        var writer = JSONWriter(capacity: 256)
        for member in members {
            writer.name(member.name)
            writer.value(member.value)
        }
        if isAllDay {
            writer.name(plain: "allDay")
            writer.bool(true)
        }
        return writer.bytes
    }()

    init(_ members: [JSON.Member], isAllDay: Bool) {
        self.members = members
        self.isAllDay = isAllDay
    }
}
