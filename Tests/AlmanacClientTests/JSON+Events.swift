import Records

extension JSON {
    /// An event without a record.
    static func event(_ kind: String, cursor: String) -> JSON {
        ["event": .string(kind), "cursor": .string(cursor), "realtimeUSec": 0]
    }

    /// An event about a record of `metar@KPWM`.
    static func change(
        _ kind: String, _ number: Int, source: String = "metar@KPWM", key: String = "KPWM"
    ) -> JSON {
        [
            "event": .string(kind), "cursor": .string("a.\(number)"), "realtimeUSec": 0,
            "source": .string(source), "key": .string(key), "data": ["number": .int(number)],
        ]
    }
}
