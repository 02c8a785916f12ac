import Records

/// One occurrence of an event.
struct Occurrence {
    /// The facts of its event, except times.
    let details: EventDetails
    /// The start.
    let start: CalendarTime
    /// The exclusive end.
    let end: CalendarTime
    /// Its original start, if it belongs to a series.
    let original: CalendarTime?

    /// Whether other events of the document have the same UID.
    var sharesUID = false

    /// Creates an occurrence, whose moments are computed once.
    init(_ details: EventDetails, start: CalendarTime, end: CalendarTime, original: CalendarTime?) {
        self.details = details
        self.start = start.withMoment
        self.end = end.withMoment
        self.original = original?.withMoment
    }

    /// Returns the key of its record: the UID, and for a series, or if several events have the same UID, the
    /// original start.
    func key(uid: String) -> String {
        guard let time = original ?? (sharesUID ? start : nil) else { return uid }
        var key: [UInt8] = []
        key.reserveCapacity(uid.utf8.count + 17)
        key += uid.utf8
        key.append(.slash)
        time.appendKey(to: &key)
        return String(decoding: key, as: UTF8.self)
    }

    /// Writes its data as a JSON object. The hash of the text, and so the order of its members, is part of the
    /// keys of events with the same UID.
    func write(uid: String?, to writer: inout JSONWriter) {
        writer.beginObject()
        if !details.text.isEmpty { writer.literal(details.text) }
        end.write("end", to: &writer)
        original?.write("recurrenceId", to: &writer)
        start.write("start", to: &writer)
        if let uid { writer.member(plain: "uid", uid) }
        writer.endObject()
    }
}

/// The time whose occurrences are wanted.
struct ExpansionWindow {
    /// The moment to which the window belongs, in seconds since 1970.
    let now: Int64
    /// The longest time since the end of an occurrence, in seconds.
    let past: Int64
    /// The longest time until the start of an occurrence, in seconds.
    let ahead: Int64
    /// The time beyond the window in which occurrences are looked for, in seconds, to know when the next one
    /// enters it.
    static let margin = CalendarTime.day

    /// Its first moment.
    var start: Int64 { now - past }
    /// The moment after its last one.
    var end: Int64 { now + ahead }

    /// Whether an occurrence touches the window; one without length does so when it begins within it.
    func touches(from begin: Int64, to finish: Int64) -> Bool {
        begin == finish ? start <= begin && begin < end : begin < end && start < finish
    }

    /// Returns the moment at which this changes for an occurrence; `nil` if it does not from now on.
    func nextChange(from begin: Int64, to finish: Int64) -> Int64? {
        if touches(from: begin, to: finish) { return max(finish, begin + 1) + past }
        return begin >= end ? begin - ahead + 1 : nil
    }
}
