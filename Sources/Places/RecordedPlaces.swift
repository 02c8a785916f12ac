import Records

/// Recorded answers of another service, for tests and for trials without a network.
///
/// The definition selects the file of an answer: the first `Answer=CALL FILE PATTERN` with the kind of query
/// and a pattern that matches the text, ignoring case. Without a match, nothing is found.
struct RecordedPlaces: PlaceProvider {
    static let name = "recorded"

    static let policy = PlacePolicy(address: nil, spacing: .zero, lifetime: nil)

    private struct Answer {
        let call: String
        let file: String
        let pattern: Glob
    }

    private let answers: [Answer]
    private let original: any PlaceProvider

    init(_ settings: PlaceSettings) throws(OptionError) {
        guard let of = settings.recorded, of.value != Self.name else {
            throw OptionError(settings.provider, "needs Of=, the service whose responses are recorded")
        }
        original = try PlaceProviders.standard.make(of, settings: settings)
        var answers: [Answer] = []
        for entry in settings.answers { answers.append(try RecordedPlaces.answer(entry)) }
        self.answers = answers
    }

    func request(for query: PlaceQuery, limit: Int, session: String?) throws(PlaceError)
        -> PlaceRequest
    {
        // Reject what the original service would reject.
        _ = try original.request(for: query, limit: limit, session: session)
        let answer = answers.first { $0.call == query.call && $0.pattern.matches(query.text) }
        return answer.map { .file($0.file) } ?? .nothing
    }

    func places(in answer: JSON, to query: PlaceQuery?) throws(PlaceError) -> [FoundPlace] {
        try original.places(in: answer, to: query)
    }

    private static func answer(_ entry: Options.Entry) throws(OptionError) -> Answer {
        let words = entry.value.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, PlaceQuery.calls.contains(words[0]) else {
            let calls = PlaceQuery.calls.joined(separator: ", ")
            throw OptionError(entry, "is not CALL FILE PATTERN, CALL one of \(calls)")
        }
        guard !words[1].hasPrefix("/"), !words[1].split(separator: "/").contains("..") else {
            throw OptionError(entry, "names a file outside of Path=")
        }
        return Answer(call: words[0], file: words[1], pattern: Glob(words[2], ignoringCase: true))
    }
}
