import Records

extension SourceState {
    /// The JSON that a row stores.
    var body: [UInt8] {
        JSON.members([
            "definition": .string(definition),
            "fetched": fetched.map(JSON.moment),
            "expires": expires.map(JSON.moment),
            "failure": failure?.json,
            "phases": phases.isEmpty ? nil : .array(phases.map(\.json)),
            "refused": refused.map(JSON.string),
            "rejected": .int(rejected),
            "omitted": omitted.isEmpty ? nil : .object(omitted.map { .init($0, .int($1)) }),
            "notes": notes.isEmpty ? nil : .array(notes.map(JSON.string)),
            "drift": drift.isEmpty ? nil : .array(drift.map(JSON.string)),
            "shapes": shapes.map { .string(String(decoding: $0, as: UTF8.self)) },
            "reference": reference.map(JSON.moment),
            "mirror": mirror?.json,
        ]).canonicalBytes
    }

    /// Reads the JSON that `body` wrote.
    mutating func read(_ json: JSON) {
        definition = json["definition"]?.string ?? ""
        fetched = json["fetched"]?.moment
        expires = json["expires"]?.moment
        failure = json["failure"].flatMap(Failure.init(json:))
        for phase in (json["phases"]?.array ?? []).compactMap(Phase.init(json:)) { enter(phase) }
        refused = json["refused"]?.string
        rejected = json["rejected"]?.int ?? 0
        for member in json["omitted"]?.object ?? [] { omitted[member.name] = member.value.int }
        notes = (json["notes"]?.array ?? []).compactMap(\.string)
        drift = (json["drift"]?.array ?? []).compactMap(\.string)
        shapes = json["shapes"]?.string.map { Array($0.utf8) }
        reference = json["reference"]?.moment
        mirror = json["mirror"].flatMap(Mirror.init(json:))
    }
}

extension SourceState.Mirror {
    fileprivate var json: JSON {
        [
            "link": .string(link), "context": .string(String(decoding: context, as: UTF8.self)),
            "health": .string(health.rawValue),
        ]
    }

    fileprivate init?(json: JSON) {
        guard let link = json["link"]?.string, let context = json["context"]?.string,
            let health = json["health"]?.string.flatMap(Health.init)
        else { return nil }
        self.init(link: link, context: Array(context.utf8), health: health)
    }
}

extension SourceState.Failure {
    fileprivate var json: JSON {
        .members([
            "reason": .string(reason.rawValue), "httpStatus": httpStatus.map { .int($0) },
            "message": .string(message), "at": .moment(at), "count": .int(count),
            "code": code.map(JSON.string),
        ])
    }

    fileprivate init?(json: JSON) {
        guard let reason = json["reason"]?.string.flatMap(FailureReason.init), let at = json["at"]?.moment
        else {
            return nil
        }
        self.init(
            reason: reason, httpStatus: json["httpStatus"]?.int, message: json["message"]?.string ?? "",
            at: at, count: json["count"]?.int ?? 1, code: json["code"]?.string)
    }
}

extension SourceState.Phase {
    fileprivate var json: JSON {
        .members(["at": .moment(at), "failure": failure.map { .string($0.rawValue) }])
    }

    fileprivate init?(json: JSON) {
        guard let at = json["at"]?.moment else { return nil }
        self.init(at: at, failure: json["failure"]?.string.flatMap(FailureReason.init))
    }
}

extension JSON {
    /// Returns a moment as the store's rows write it: microseconds since 1970.
    static func moment(_ moment: UTC) -> JSON { .int(moment.microseconds) }

    /// The moment that `moment(_:)` wrote.
    var moment: UTC? { int.map { UTC(microseconds: Int64($0)) } }
}
