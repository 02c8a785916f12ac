import Definitions
import Records
import Rhythm
import Storing

/// The description of a source in the interface.
///
/// Source: io.almanac.varlink, types SourceContext and SourceRuntime.
nonisolated enum SourceReport {
    /// Returns the contents of the definition; credentials appear by name, headers without their values.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - position: The position that the address is requested for; `nil` if it is not known, or if there is
    ///     none.
    /// - Returns: An object of type SourceContext.
    static func context(_ definition: Definition, at position: Position?) -> JSON {
        func setting(_ name: String) -> JSON? { definition.setting(name).map(JSON.string) }
        func located(_ text: String) -> JSON {
            .string(position.map { Specifiers.locate(text, at: $0) } ?? text)
        }
        var (url, path): (JSON?, JSON?)
        switch definition.origin {
        case .url(let text): url = located(text.withoutUser)
        case .path(let text): path = .string(text)
        case .computed(let computation): url = located(computation.text)
        case .sources, .almanac: break
        case .calls: (url, path) = (setting("URL"), setting("Path"))
        }
        return .members([
            "name": .string(definition.name.text), "kind": .string(definition.kind.rawValue), "url": url,
            "path": path, "title": .string(definition.title),
            "tags": definition.tags.isEmpty ? nil : .array(definition.tags.map(JSON.string)),
            "intervalUSec": definition.interval.map { .int($0.microseconds) },
            "credential": definition.setting("Credential").map(JSON.string),
            "options": options(definition.options, of: definition.name.instance),
        ])
    }

    /// Returns the state of a source.
    ///
    /// - Parameters:
    ///   - state: The stored state.
    ///   - health: The current health.
    ///   - attempt: The time at which the current attempt began; `nil` if there is none.
    ///   - steps: The steps of the attempt; omitted if empty.
    ///   - next: The time of the next attempt; `nil` if none is planned.
    ///   - httpVersion: The version of HTTP of the last response; `nil` if there was none.
    ///   - rhythm: What is known of the rhythm; `nil` if the source follows a timer.
    ///   - overdue: The publication that is missing; `nil` if none is known to be.
    ///   - addresses: The state of its addresses; `nil` if it has only one.
    ///   - hints: The state of the brokers that it follows; `nil` if it follows none.
    /// - Returns: An object of type SourceRuntime.
    static func runtime(
        _ state: SourceState, _ health: Health, attempt: UTC?, steps: [AttemptStep] = [], next: UTC?,
        httpVersion: String? = nil, rhythm: RhythmSummary? = nil, overdue: Overdue? = nil,
        addresses: JSON? = nil, hints: JSON? = nil
    ) -> JSON {
        .members([
            "health": .string(health.rawValue), "standing": .string(Standing(state, health).rawValue),
            "attemptUSec": attempt.map(moment),
            "steps": steps.isEmpty ? nil : .array(steps.map(\.json)),
            "records": .int(state.recordCount),
            "rejected": .int(state.rejected),
            "omitted": state.omitted.isEmpty
                ? nil : .object(state.omitted.sorted { $0.key < $1.key }.map(count)),
            "unplaced": state.unplaced == 0 ? nil : .int(state.unplaced),
            "notes": state.notes.isEmpty ? nil : .array(state.notes.map(JSON.string)),
            "drift": state.drift.isEmpty ? nil : .array(state.drift.map(JSON.string)),
            "names": state.names.isEmpty ? nil : .array(state.names.map(\.json)),
            "values": state.values.isEmpty ? nil : .array(state.values.map(\.json)),
            "comparison": state.comparison?.json,
            "generation": .int(state.generation), "changedUSec": state.changed.map(moment),
            "fetchedUSec": state.fetched.map(moment),
            "expiresUSec": state.expires.map(moment), "nextUSec": next.map(moment),
            "failure": state.failure.map(failure), "httpVersion": httpVersion.map(JSON.string),
            "rhythm": rhythm.map(rhythmic), "addresses": addresses, "overdue": overdue.map(missing),
            "hints": hints,
        ])
    }

    /// Returns the state of the addresses of a definition; `nil` if it has only one.
    ///
    /// - Returns: An array of type Address.
    static func addresses(_ definition: Definition, _ state: AddressState) -> JSON? {
        guard !definition.alternates.isEmpty else { return nil }
        return .array(
            definition.addresses.enumerated().map { number, url in
                let fault = state.faults[number]
                return .members([
                    "url": .string(url.withoutUser), "inUse": .bool(number == state.current),
                    "failure": fault.map { .string($0.message) }, "untilUSec": fault.map { moment($0.until) },
                    "answeredUSec": state.answers[number].map(moment),
                ])
            })
    }

    /// Returns a rhythm; the period and the phase only if they count.
    private static func rhythmic(_ rhythm: RhythmSummary) -> JSON {
        .members([
            "learned": .bool(rhythm.isLearned),
            "periodUSec": rhythm.period.map { .int($0.microseconds) },
            "phaseUSec": rhythm.phase.map { .int($0.microseconds) },
            "lagUSec": rhythm.lag.map { .int($0.microseconds) },
            "requestsPerDay": .number("\((rhythm.requestsPerDay * 10).rounded() / 10)"),
            "averageDelayUSec": rhythm.averageDelay.map { .int($0.microseconds) },
            "limitUSec": rhythm.limit.map { .int($0.microseconds) },
        ])
    }

    /// Returns a missing publication.
    ///
    /// - Returns: An object of type Overdue.
    private static func missing(_ overdue: Overdue) -> JSON {
        .members([
            "expectedUSec": moment(overdue.expected), "limitUSec": moment(overdue.limit),
            "checkedUSec": moment(overdue.checked),
        ])
    }

    /// Returns the phases of a state.
    ///
    /// - Returns: An array of type Phase.
    static func phases(_ state: SourceState) -> JSON {
        .array(
            state.phases.map { phase in
                .members([
                    "realtimeUSec": moment(phase.at), "reason": phase.failure.map { .string($0.rawValue) },
                ])
            })
    }

    private static func failure(_ failure: SourceState.Failure) -> JSON {
        .members([
            "reason": .string(failure.reason.rawValue), "httpStatus": failure.httpStatus.map { .int($0) },
            "message": .string(failure.message), "realtimeUSec": moment(failure.at),
            "count": .int(failure.count), "code": failure.code.map(JSON.string),
        ])
    }

    /// Returns the settings by section and key; a key that occurs several times has an array of values. Of the
    /// areas of a template, of which there may be hundreds, it has those of the instance.
    private static func options(_ options: Options, of instance: String?) -> JSON {
        var sections: [JSON.Member] = []
        for name in unique(options.entries.map(\.section)) {
            let entries = options.entries.filter { $0.section == name }
            let members = unique(entries.map(\.name)).map { key in
                if key == "Area", name == "Source" {
                    let words = CoveredArea.words(options.words(in: name, named: key), of: instance)
                    return JSON.Member(key, .string(words.joined(separator: " ")))
                }
                let values = entries.filter { $0.name == key }.map(\.value)
                return JSON.Member(key, value(for: key, in: name, values: values))
            }
            sections.append(.init(name, .object(members)))
        }
        return .object(sections)
    }

    private static func value(for key: String, in section: String, values: [String]) -> JSON {
        let shown =
            switch key {
            // Without a colon, all of it may be a secret; the header of a table is none.
            case "Header" where section == "Source":
                values.map { $0.contains(":") ? String($0.prefix { $0 != ":" }) : "" }
            case "Proxy", "Push", "URL", "TokenURL": values.map(\.withoutUser)
            default: values
            }
        return shown.count == 1 ? .string(shown[0]) : .array(shown.map(JSON.string))
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    private static func moment(_ moment: UTC) -> JSON { .int(moment.microseconds) }

    private static func count(_ pair: (key: String, value: Int)) -> JSON.Member {
        .init(pair.key, .int(pair.value))
    }
}
