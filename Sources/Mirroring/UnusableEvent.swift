import Records

/// An event of another almanac that cannot be used: it affects nothing but the record that it is about.
nonisolated struct UnusableEvent: Error {
    /// The source; `nil` if the event names none.
    let source: SourceName?
    /// The key of the record; `nil` if the event names none.
    let key: String?
    /// The reason, to be read after a colon.
    let reason: String

    /// The event's place and the reason: `rows/KPWM: it has no generation`.
    var text: String {
        let place = [source?.text, key].compactMap { $0 }.joined(separator: "/")
        return (place.isEmpty ? "" : "\(place): ") + reason
    }
}

/// The number of unusable events, and the latest one.
nonisolated struct UnusableEvents {
    private var count = 0
    private var latest = ""

    /// Adds an event.
    mutating func add(_ event: UnusableEvent) {
        count += 1
        latest = event.text
    }

    /// The remark for the state of the link; `nil` if there was no such event.
    var remark: String? {
        switch count {
        case 0: nil
        case 1: "an event could not be used: \(latest)"
        default: "\(count) events could not be used, the latest: \(latest)"
        }
    }
}
