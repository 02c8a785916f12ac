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
        typeahead.begin(call)
        let words = Words(text)
        let query = ReadQuery {
            try $0.finder().find(words, isOfNames: true, limit: limit).found.map(\.suggestion)
        }
        run(query, for: call, .reading) { [self] in suggest(text, behind: $0, limit, call) }
    }

    private func suggest(_ text: String, behind known: [JSON], _ limit: Int, _ call: Call) {
        guard places.suggests, text.utf8.count <= Places.longestText else {
            return call.reply(["suggestions": .array(known)])
        }
        if call.wantsMore { call.stream(["suggestions": .array(known)]) }
        let first = call.wantsMore ? [] : known
        // A later call on the same connection also ends the wait.
        call.whenFollowed { [unowned call] in call.reply(["suggestions": .array(first)]) }
        guard !call.isOver else { return }
        typeahead.type(text, call) { found in
            let more = found.compactMap(\.suggestion).prefix(limit)
            call.reply(["suggestions": .array(first + more)])
        }
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
