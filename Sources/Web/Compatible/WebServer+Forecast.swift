import AlmanacValues
import HTTPServing
import Records
import WebPages

/// The interface of api.met.no.
extension WebServer {
    /// Answers with the forecast of MET Norway for a position.
    func locationForecast(
        isComplete: Bool, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        guard let position = ForecastFinder.position(query) else {
            return refuse(NoAnswer(400, "lat= and lon= are required, in degrees"), query, request, exchange)
        }
        withSources(of: ["forecast"], query, request, exchange) { [weak self] sources in
            guard let self else { return }
            let finder = ForecastFinder(site: site, sources: sources)
            answer(query, of: sources, request, exchange) { [site] done in
                finder.find(position) { result in
                    done(result.flatMap { WebServer.forecast($0.item, $0.state, isComplete, at: site.now) })
                }
            }
        }
    }

    private static func forecast(
        _ item: Item, _ state: AnswerState, _ isComplete: Bool, at now: UTC
    ) -> Result<Found, NoAnswer> {
        let document = LocationForecast(item, isComplete: isComplete, at: now)
        guard !document.isOver else {
            return .failure(NoAnswer(503, "the forecast of \(item.source) is over", retry: .seconds(60)))
        }
        return .success(Found(bytes: document.bytes, type: "application/json", state: state))
    }
}
