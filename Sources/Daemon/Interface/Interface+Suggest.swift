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
        whenIndexed(call) { [self] _ in
            run(query, for: call, .reading) { [self] in
                guard $0.rest.isEmpty else { return send($0, in: pages, call) }
                suggest(text, behind: $0.elements, limit, call)
            }
        }
    }

    /// Sends suggestions that are longer than a page, without those of a service.
    private func send(_ page: ListPage, in pages: ListQuery, _ call: Call) {
        typeahead.unregister(call)
        send(page, ListReply("suggestions", to: call), pages, call)
    }

    private func suggest(_ text: String, behind known: [UInt8], _ limit: Int, _ call: Call) {
        guard places.suggests, text.utf8.count <= Places.longestText else {
            return call.reply(bytes: Interface.suggestions(known))
        }
        if call.wantsMore { call.stream(bytes: Interface.suggestions(known)) }
        let first = call.wantsMore ? [] : known
        // A later call on the same connection also ends the wait.
        call.whenFollowed { [unowned call] in call.reply(bytes: Interface.suggestions(first)) }
        guard !call.isOver else { return }
        typeahead.type(text, call) { found in
            let more = found.compactMap(\.suggestion).prefix(limit).map(\.bytes)
            call.reply(bytes: Interface.suggestions(first, more))
        }
    }

    /// Returns the parameters of a reply: suggestions with commas between them, and further ones.
    private static func suggestions(_ known: [UInt8], _ more: [[UInt8]] = []) -> [UInt8] {
        let all = (known.isEmpty ? [] : [known]) + more
        return Array(#"{"suggestions":["#.utf8) + Array(all.joined(separator: [.comma])) + Array("]}".utf8)
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
