import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// A pilot's briefing for the airports of a query, or the form for one.
struct BriefPage: SitePage {
    private let words: [String]
    private let moment: String
    private let preferences: Preferences

    let sources = ["*"]

    /// Reads the query: `stations`, separated by blanks, commas or plus signs, and `at`.
    init(_ query: URLQuery) {
        words = query.all("stations").flatMap { $0.split { " ,+".contains($0) }.map(String.init) }
        moment = query["at"] ?? ""
        preferences = Preferences(query)
    }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        guard !words.isEmpty else { return done(.success(rendering(nil))) }
        guard words.count <= BriefQuestion.mostStops else {
            return done(.failure(.invalid("A briefing has at most \(BriefQuestion.mostStops) airports.")))
        }
        guard let at = moment.isEmpty ? site.now : UTC(briefed: moment, now: site.now) else {
            let text = moment.shortened(toBytes: 80)
            return done(.failure(.invalid("\(text) is not a time such as 1530Z or 301530Z.")))
        }
        let finder = AirportFinder(site.stations)
        let stops = words.map { finder.station($0)?.identifier ?? ChangePatterns.airport($0) }
        if let index = stops.firstIndex(of: nil) {
            let text = words[index].shortened(toBytes: 80)
            return done(.failure(.invalid("\(text) is not an airport, such as KPWM or PWM.")))
        }
        let question = BriefQuestion(
            stops.compactMap(\.self).map { BriefStop($0, in: site.stations, runways: site.runways) }, at: at,
            stations: site.stations)
        site.brief(question) { result in done(result.map { rendering($0) }) }
    }

    private func rendering(_ brief: Brief?) -> Rendering {
        let names = words.joined(separator: " ").shortened(toBytes: 120)
        let content = BriefContent(brief, stations: names, moment: moment, preferences: preferences)
        var rendering = Rendering(title: names.isEmpty ? "Briefing" : "Briefing \(names)", sheet: content)
        rendering.json = { content.json(at: $0) }
        return rendering
    }
}

extension SiteData {
    /// Passes a briefing; what the daemon does not answer about is unknown there.
    fileprivate func brief(
        _ question: BriefQuestion, _ receive: @escaping (Result<Brief, PageError>) -> Void
    ) {
        present { [weak self] result in
            result.mapError { PageError($0) }.pass(receive) { sources in
                guard let self else { return }
                question.answer(among: sources, at: self.now) { [weak self] inquiry, pass in
                    guard let self else { return pass(nil) }
                    self.items(inquiry, pass)
                } _: {
                    receive(.success($0))
                }
            }
        }
    }
}
