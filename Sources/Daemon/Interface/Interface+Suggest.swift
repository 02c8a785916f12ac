import Fetching
import Places
import Records
import Storing
import Varlink

extension Interface {
    /// Suggests completions of a text: titles and keys of records, then places found by a service. Only the
    /// newest call of a process counts.
    func suggest(_ call: Call) {
        guard let text = text(of: call, "prefix", minimum: 4) else { return }
        guard let limit = limit(of: call, usual: 10) else { return }
        typeahead.register(call)
        let pages = ListQuery(.all) { $1.literal($0.suggestion.bytes) }
        let query = WordQuery(Words(text), isOfNames: true, in: pages, limit: limit)
        whenIndexed(call) { [self] isPartial in
            run(query, for: call, .reading) { [self] in
                guard $0.rest.isEmpty else { return send($0, in: pages, isPartial: isPartial, call) }
                suggest(text, behind: StoredSuggestions($0.elements, isPartial: isPartial), limit, call)
            }
        }
    }

    /// Sends suggestions that are longer than a page, without those of a service.
    private func send(_ page: ListPage, in pages: ListQuery, isPartial: Bool, _ call: Call) {
        typeahead.unregister(call)
        send(page, ListReply("suggestions", isPartial: isPartial, to: call), pages, call)
    }

    private func suggest(_ text: String, behind known: StoredSuggestions, _ limit: Int, _ call: Call) {
        guard let service = places.lastSuggesting else { return call.reply(bytes: known.reply()) }
        guard text.utf8.count <= Places.longestText else {
            return call.reply(bytes: known.reply(failure: Interface.tooLong.json(of: service)))
        }
        if call.wantsMore { call.stream(bytes: known.reply()) }
        let first = call.wantsMore ? StoredSuggestions([], isPartial: false) : known
        // A later call on the same connection also ends the wait.
        call.whenFollowed { [unowned call] in call.reply(bytes: first.reply()) }
        guard !call.isOver else { return }
        typeahead.type(text, call) { found in
            switch found {
            case .success(let places):
                let more = places.compactMap(\.suggestion).prefix(limit).map(\.bytes)
                call.reply(bytes: first.reply(with: more))
            case .failure(let failure): call.reply(bytes: first.reply(failure: failure.json(of: service)))
            }
        }
    }

    /// The reason why no service is asked to complete a text.
    private static let tooLong = FetchFailure(
        .policy, "the text has more than \(Places.longestText) bytes, and no place service is asked")
}

/// The suggestions from the store that one reply has.
private struct StoredSuggestions {
    /// The elements of the JSON array, with commas between them.
    private let elements: [UInt8]
    /// Whether others may be missing, because not all records are indexed.
    private let isPartial: Bool

    init(_ elements: [UInt8], isPartial: Bool) {
        self.elements = elements
        self.isPartial = isPartial
    }

    /// Returns the parameters of the reply.
    ///
    /// - Parameters:
    ///   - more: Further suggestions, those of a service.
    ///   - failure: The reason why they are missing; `nil` if they are not.
    /// - Returns: An object.
    func reply(with more: [[UInt8]] = [], failure: JSON? = nil) -> [UInt8] {
        let all = (elements.isEmpty ? [] : [elements]) + more
        let reason = failure.map { Array(#","failure":"#.utf8) + $0.bytes } ?? []
        let end = isPartial ? #","partial":true}"# : "}"
        return Array(#"{"suggestions":["#.utf8) + Array(all.joined(separator: [.comma])) + [.rightBracket]
            + reason + Array(end.utf8)
    }
}

nonisolated extension FetchFailure {
    /// The failure of a service as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type PlaceFailure.
    fileprivate func json(of source: String) -> JSON {
        .members([
            "source": .string(source), "reason": .string(reason.rawValue), "message": .string(message),
        ])
    }
}

nonisolated extension StoredRecord {
    /// The suggestion as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type Suggestion.
    fileprivate var suggestion: JSON {
        .members([
            "text": .string(record.title ?? record.key), "detail": record.group.map(JSON.string),
            "identifier": .string("\(source)/\(record.key)"), "source": .string(source),
        ])
    }
}

extension Places.Located {
    /// The suggestion as the interface sends it; `nil` if it cannot be chosen.
    ///
    /// Source: io.almanac.varlink, type Suggestion.
    fileprivate var suggestion: JSON? {
        place.identifier.map {
            .members([
                "text": .string(place.name), "detail": place.detail.map(JSON.string),
                "identifier": .string("\(source)/\($0)"), "source": .string(source),
            ])
        }
    }
}
