import Records

/// The records of warnings and the events about them.
extension WarningTests {
    private var square: JSON {
        ["type": "Polygon", "coordinates": [[[-71, 43], [-70, 43], [-70, 44], [-71, 44], [-71, 43]]]]
    }

    /// Returns a warning: its beginning and end in seconds from the start, and further members.
    func alert(
        _ key: String, _ event: String = "Flood", severity: String = "Severe", onset: Int = -60,
        ends: Int? = 3600, source: String = "alerts", more: JSON = [:], isLocated: Bool = true
    ) -> JSON {
        func moment(_ seconds: Int) -> JSON { .string((Self.start + .seconds(seconds)).description) }
        var data: [JSON.Member] = [
            .init("event", .string(event)), .init("severity", .string(severity)),
            .init("onset", moment(onset)),
            .init("identifier", .string(key)), .init("phase", .string(onset > 0 ? "announced" : "in force")),
        ]
        if isLocated { data.append(.init("geometry", square)) }
        if let ends { data.append(.init("ends", moment(ends))) }
        return [
            "source": .string(source), "key": .string(key), "title": .string(event),
            "data": .object(data + (more.object ?? [])),
        ]
    }

    func event(_ kind: String, _ number: Int, _ record: JSON) -> JSON {
        let head: [JSON.Member] = [
            .init("event", .string(kind)), .init("cursor", .string("a.\(number)")), .init("realtimeUSec", 0),
        ]
        return .object(head + (record.object ?? []))
    }
}
