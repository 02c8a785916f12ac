import AlmanacClient
import AlmanacValues
import HTTPServing
import Records
import Showing

/// The warnings of a place, or all of them.
extension WebServer {
    /// Answers with the warnings that apply, and why there may be others.
    ///
    /// The status is 503 if nothing is known: no warning, and no answer of any source.
    func warnings(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        site.warnings(question(query)) { [weak self] answer in
            guard let self else { return }
            let current = Warning.current(answer.warnings, at: site.now)
            var answer = answer
            if answer.isSilent { answer.add(WarningAnswer.lost("no source has warnings")) }
            let json = JSON.members([
                "warnings": .array(current.map(\.item.json)),
                "asked": .array(answer.asked.map { .string($0.name) }),
                "oldestUSec": answer.oldest.map { .int($0.microseconds) },
                "unknown": answer.gaps.unknownJSON?["unknown"],
            ])
            let isKnown = !current.isEmpty || answer.isComplete || answer.oldest != nil
            let content = Content(
                isKnown ? 200 : 503, type: "application/json", json.bytes,
                headers: [("Cache-Control", "no-cache")])
            exchange.respond(content.response(to: request))
        }
    }

    /// Returns the question of a query: `airport`, or else `near`, whose radius is 0 by default, and `where`.
    private func question(_ query: URLQuery) -> WarningQuestion {
        let conditions = query.all("where")
        if let name = query["airport"] {
            let station = AirportFinder(site.stations).station(name)
            return WarningQuestion(
                at: station?.position, named: station?.identifier ?? name, where: conditions)
        }
        guard let near = query["near"], let circle = Selector.Circle(query: near) else {
            return WarningQuestion(where: conditions)
        }
        let hasRadius = near.utf8.count { $0 == .comma } == 2
        return WarningQuestion(at: circle.centre, within: hasRadius ? circle.radius : 0, where: conditions)
    }
}

/// The sources that a selector names, and those of them that do not exist.
extension Selector {
    /// The patterns of sources without special characters: each means one source.
    var namedSources: [String] { sources.filter { !$0.contains { "*?[\\".contains($0) } } }

    /// Returns why records may be missing of sources that do not exist.
    ///
    /// A selector also limits kinds and tags: a source that has others is not missing.
    ///
    /// - Parameter sources: The sources that the selector's names, kinds and tags match.
    /// - Returns: A gap for each source that a name means and that does not exist.
    func missing(in sources: [Source]) -> [Gap] {
        guard kinds.isEmpty, tags.isEmpty else { return [] }
        let known = Set(sources.map(\.name))
        let absent = namedSources.filter { !known.contains($0) }
        return absent.map { Gap(source: $0, .remark("there is no such source")) }
    }
}
