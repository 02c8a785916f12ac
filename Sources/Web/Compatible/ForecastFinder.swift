import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// Finds the forecast of MET Norway for a position.
struct ForecastFinder {
    typealias Receive = (Result<(item: Item, state: AnswerState), NoAnswer>) -> Void

    /// The greatest distance between the position that is asked for and that of the forecast, in metres: less
    /// than the grid of the service outside Scandinavia.
    static let radius = 5000.0
    /// The most forecasts of other services that lie nearer.
    private static let mostNear = 20

    let site: SiteData
    /// The sources of `Kind=forecast`.
    let sources: [Source]

    /// Reads the position of a query, `lat` and `lon`.
    static func position(_ query: URLQuery) -> Position? {
        guard let latitude = query["lat"].flatMap(Double.init),
            let longitude = query["lon"].flatMap(Double.init)
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Finds the nearest forecast.
    func find(_ position: Position, _ receive: @escaping Receive) {
        let nearest = Request<[Neighbor]>.nearby(
            position, radius: ForecastFinder.radius, in: Selector(kinds: ["forecast"]),
            limit: ForecastFinder.mostNear)
        site.calls.answer(to: nearest) { result in
            switch result {
            case .failure(let error): receive(.failure(NoAnswer(PageError(error))))
            case .success(let found):
                let item = found.map(\.item).first { LocationForecast.canShow($0) }
                guard let item, let source = sources.first(where: { $0.name == item.source }) else {
                    return receive(.failure(absence(at: position)))
                }
                var state = AnswerState([source], [item])
                if !source.standing.isCurrent { state.add(stale: source) }
                receive(.success((item, state)))
            }
        }
    }

    /// Returns why there is no forecast: a source may not have answered yet.
    private func absence(at position: Position) -> NoAnswer {
        let waiting = sources.filter { source in
            guard source.isNorwegian, source.gap != nil else { return false }
            return place(of: source).map { $0.distance(to: position) <= ForecastFinder.radius } ?? true
        }
        if let source = waiting.first, let gap = source.gap {
            return .unknown("\(source.name): \(gap.words())", waiting, now: site.now)
        }
        let words = "\(position.latitude),\(position.longitude)"
        var answer = NoAnswer(
            404,
            "no source has a forecast of MET Norway within 5 km of \(words): add one with"
                + " almanac enable forecast-norway@\(words)")
        answer.addable = ["forecast-norway@\(position.inHundredths)"]
        return answer
    }

    /// The position that a source's name states, as coordinates or as an airport; `nil` if it states none.
    private func place(of source: Source) -> Position? {
        guard let instance = source.name.split(separator: "@", maxSplits: 1).dropFirst().first else {
            return nil
        }
        let numbers = instance.split(separator: ",").map { Double($0) }
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] {
            return Position(latitude: latitude, longitude: longitude)
        }
        return site.stations[instance.uppercased()]?.position
    }
}

extension Source {
    /// Whether its forecasts are those of MET Norway; also if nothing is known of its address.
    fileprivate var isNorwegian: Bool { host.map { $0.hasSuffix("met.no") } ?? true }
}
