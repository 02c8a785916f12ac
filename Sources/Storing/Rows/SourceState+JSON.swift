import Records

extension SourceState: StoredState {
    /// The JSON that a row stores.
    var body: [UInt8] {
        var body = bodyWithoutShapes
        guard let shapes else { return body }
        body.removeLast()
        body += #","shapes":"#.utf8
        body += shapes
        body.append(.rightBrace)
        return body
    }

    private var bodyWithoutShapes: [UInt8] {
        JSON.members([
            "definition": .string(definition),
            "fetched": fetched.map(JSON.moment),
            "expires": expires.map(JSON.moment),
            "failure": failure?.json,
            "phases": phases.isEmpty ? nil : .array(phases.map(\.json)),
            "refused": refused.map(JSON.string),
            "rejected": .int(rejected),
            "omitted": omitted.isEmpty ? nil : .object(omitted.map { .init($0, .int($1)) }),
            "unplaced": unplaced == 0 ? nil : .int(unplaced),
            "notes": notes.isEmpty ? nil : .array(notes.map(JSON.string)),
            "drift": drift.isEmpty ? nil : .array(drift.map(JSON.string)),
            "names": names.isEmpty ? nil : .array(names.map(\.json)),
            "values": values.isEmpty ? nil : .array(values.map(\.json)),
            "comparison": comparison?.json,
            "undatedSince": undatedSince.map(JSON.moment),
            "emptyAnswers": emptyAnswers == 0 ? nil : .int(emptyAnswers),
            "reference": reference.map(JSON.moment),
            "documentSerial": documentSerial.map { .int(Int($0)) },
            "mirror": mirror?.json,
            "changed": changed.map(JSON.moment),
            "number": changed.map { _ in .int(number) },
        ]).canonicalBytes
    }

    /// Reads a member that `body` wrote.
    mutating func read(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
    ) throws(JSONError) {
        switch name {
        case "definition": definition = try scanner.text(bytes) ?? ""
        case "fetched": fetched = try scanner.moment(bytes)
        case "expires": expires = try scanner.moment(bytes)
        case "failure": failure = Failure(json: try scanner.value(bytes))
        case "phases":
            for phase in try scanner.value(bytes).array ?? [] { Phase(json: phase).map { enter($0) } }
        case "refused": refused = try scanner.text(bytes)
        case "rejected": rejected = try scanner.int(bytes) ?? 0
        case "omitted":
            for member in try scanner.value(bytes).object ?? [] { omitted[member.name] = member.value.int }
        case "unplaced": unplaced = try scanner.int(bytes) ?? 0
        case "notes": notes = try scanner.texts(bytes)
        case "drift": drift = try scanner.texts(bytes)
        case "names": names = (try scanner.value(bytes).array ?? []).compactMap(NameChange.init)
        case "values": values = (try scanner.value(bytes).array ?? []).compactMap(ValueChange.init)
        case "comparison": comparison = NameComparison(try scanner.value(bytes))
        case "shapes": shapes = try scanner.textOfValue(bytes)
        case "undatedSince": undatedSince = try scanner.moment(bytes)
        case "emptyAnswers": emptyAnswers = try scanner.int(bytes) ?? 0
        case "reference": reference = try scanner.moment(bytes)
        case "documentSerial": documentSerial = try scanner.int(bytes).map { Int64($0) }
        case "mirror": mirror = Mirror(json: try scanner.value(bytes))
        case "changed": changed = try scanner.moment(bytes)
        case "number": number = Int64(try scanner.int(bytes) ?? 0)
        default: try scanner.skipValue(bytes)
        }
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
