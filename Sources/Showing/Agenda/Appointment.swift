public import AlmanacValues
public import Records

/// An occurrence of an event in a calendar: a record with a start and an end.
public struct Appointment: Sendable {
    /// The record.
    public let item: Item
    /// The beginning as a moment, or as the midnight of a date in UTC.
    private let start: UTC
    /// The end, exclusive.
    private let end: UTC
    /// Whether start and end are dates.
    public let isAllDay: Bool

    /// Makes an appointment of a record; `nil` if it has no start.
    public init?(_ item: Item) {
        guard let start = item.data["start"]?.utc else { return nil }
        self.item = item
        self.start = start
        end = item.data["end"]?.utc ?? start
        isAllDay = item.data["allDay"]?.bool == true
    }

    /// The summary of the event, with a remark on what decides its times and is not known.
    public var summary: String {
        let summary = item.data["summary"]?.string ?? item.name
        let unknown = (item.data["unknown"]?.array ?? []).compactMap(\.string).map(words)
        return unknown.isEmpty ? summary : "\(summary) (\(unknown.joined(separator: ", ")))"
    }

    private func words(_ unknown: String) -> String {
        switch unknown {
        case "timeZone": "time zone\(item.data["timeZone"]?.string.map { " " + $0 } ?? "") unknown"
        case "recurrence": "further dates unknown"
        default: "\(unknown) unknown"
        }
    }

    /// The place; `nil` if not stated.
    public var location: String? { item.data["location"]?.string }

    /// Returns the moment at which it begins; a date begins at midnight in the user's zone.
    public func begins(in zone: Zone) -> UTC { isAllDay ? zone.midnight(ofDate: start) : start }

    /// Returns the moment at which it ends.
    public func ends(in zone: Zone) -> UTC { isAllDay ? zone.midnight(ofDate: end) : end }

    /// Returns the appointments in the order in which they begin, of these the longer ones first.
    public static func sorted(_ appointments: [Appointment], in zone: Zone) -> [Appointment] {
        appointments.map { (begin: $0.begins(in: zone), end: $0.ends(in: zone), it: $0) }.sorted {
            left, right in
            if left.begin != right.begin { return left.begin < right.begin }
            if left.end != right.end { return left.end > right.end }
            return left.it.item.key.precedes(right.it.item.key)
        }.map(\.it)
    }

    /// Returns the appointments that are not over, in their order.
    ///
    /// - Parameters:
    ///   - appointments: The appointments.
    ///   - withBegun: Whether those that have begun are included.
    ///   - paper: The output, which knows the time and the user's zone.
    /// - Returns: The appointments.
    public static func upcoming(
        _ appointments: [Appointment], withBegun: Bool, on paper: Paper
    ) -> [Appointment] {
        sorted(appointments, in: paper.zone).filter { appointment in
            appointment.begins(in: paper.zone) > paper.now
                || withBegun && appointment.ends(in: paper.zone) > paper.now
        }
    }

    /// Returns the one that begins next; while none follows, the one that is not over.
    public static func next(_ appointments: [Appointment], at now: UTC, in zone: Zone) -> Appointment? {
        let open = sorted(appointments, in: zone).filter {
            $0.ends(in: zone) > now || $0.begins(in: zone) > now
        }
        return open.first { $0.begins(in: zone) > now } ?? open.last
    }

    /// Returns what follows and when: `Team meeting in 25 min`, or `Team meeting now`.
    public func announcement(on paper: Paper) -> String { "\(summary) \(paper.wait(begins(in: paper.zone)))" }
}

extension Zone {
    /// Returns the moment at which a date begins; a date is given as its midnight in UTC.
    func midnight(ofDate date: UTC) -> UTC {
        // The offset may change between the two moments, but not again within a day.
        let guess = date - .seconds(offset(at: date))
        return date - .seconds(offset(at: guess))
    }

    /// Returns the midnight in UTC of the date that the local clock shows.
    func date(at moment: UTC) -> UTC {
        let local = moment.seconds + Int64(offset(at: moment))
        return UTC(seconds: local - ((local % 86_400) + 86_400) % 86_400)
    }
}
