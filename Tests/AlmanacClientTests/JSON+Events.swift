import Records
import TestDaemon
import Varlink

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

extension ScriptedDaemon {
    /// Sends an event to every subscriber.
    func tell(_ event: JSON) throws {
        for call in subscribers { call.stream(event) }
    }
}
