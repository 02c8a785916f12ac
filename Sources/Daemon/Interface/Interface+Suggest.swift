import Decoding
import Records
import Storing
import Varlink

extension Interface {
    /// What a text may become by further letters: of the titles and keys of records, then by a service that finds
    /// places; the newest call of a process counts.
    func suggest(_ call: Call) {
        guard let text = text(of: call, "prefix", minimum: 4) else { return }
        typists.begin(call)
        let (words, limit) = (Words(text), limit(of: call, 10))
        archive.find { finder in
            try finder.find(words, isOfNames: true, limit: limit).found
        } then: { [self] result in
            guard !call.isOver else { return }
            guard case .success(let found) = result else { return end(call, result) { _ in .null } }
            suggest(text, behind: found.map(\.suggestion), limit, call)
        }
    }

    private func suggest(_ text: String, behind known: [JSON], _ limit: Int, _ call: Call) {
        guard places.suggests, text.utf8.count <= Places.longestText else {
            return call.reply(["suggestions": .array(known)])
        }
        if call.wantsMore { call.stream(["suggestions": .array(known)]) }
        let told = call.wantsMore ? [] : known
        // Whoever types on over the same connection does not wait for it either.
        call.whenFollowed { [unowned call] in call.reply(["suggestions": .array(told)]) }
        guard !call.isOver else { return }
        typists.type(text, call) { found in
            let more = found.compactMap(\.suggestion).prefix(limit)
            call.reply(["suggestions": .array(told + more)])
        }
    }
}

nonisolated extension StoredRecord {
    /// Source: io.almanac.varlink, type Suggestion.
    fileprivate var suggestion: JSON {
        .members([
            "text": .string(record.title ?? record.key), "detail": record.group.map(JSON.string),
            "identifier": .string("\(source)/\(record.key)"), "source": .string(source),
        ])
    }
}

extension Places.Located {
    /// Source: io.almanac.varlink, type Suggestion; `nil` of one that cannot be chosen.
    fileprivate var suggestion: JSON? {
        place.identifier.map {
            .members([
                "text": .string(place.name), "detail": place.detail.map(JSON.string),
                "identifier": .string("\(source)/\($0)"), "source": .string(source),
            ])
        }
    }
}
