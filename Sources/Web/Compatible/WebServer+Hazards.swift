import HTTPServing
import Records
import WebPages

/// The other products of aviationweather.gov.
extension WebServer {
    /// Answers with SIGMETs, G-AIRMETs or pilot reports.
    func hazards(
        _ product: AWCHazards.Product, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let parsed: HazardQuery
        do {
            parsed = try HazardQuery(query, product, stations: site.stations)
        } catch {
            return refuse(NoAnswer(error.status, error.message), query, request, exchange)
        }
        withSources(of: [product.kind], query, request, exchange) { [weak self] sources in
            guard let self else { return }
            let finder = HazardFinder(site: site, product: product, query: parsed, among: sources)
            answer(query, of: sources, request, exchange) { done in
                finder.find { result in
                    done(
                        result.map { found in
                            let answer = AWCHazards(product, found.items)
                            return Found(
                                bytes: found.items.isEmpty ? [] : answer.bytes(as: parsed.format),
                                type: parsed.format.contentType, state: found.state)
                        })
                }
            }
        }
    }

    /// Answers with stations of the table, which needs no source.
    func stations(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        do {
            let parsed = try AWCQuery(query)
            let answer = AWCStations(try stations(parsed.place))
            let found = Found(
                bytes: answer.bytes(as: parsed.format), type: parsed.format.contentType, state: AnswerState())
            respond(.success(found), query, request, exchange)
        } catch {
            refuse(NoAnswer(error.status, error.message), query, request, exchange)
        }
    }

    private func stations(_ place: AWCQuery.Place) throws(AWCQuery.Refusal) -> [Station] {
        guard site.stations.count > 0 else {
            throw .init(status: 503, message: "there is no table of stations")
        }
        let found: [Station] =
            switch place {
            case .stations(let names): names.compactMap { site.stations[$0] }
            case .box(let box): site.stations.stations(in: box)
            case .state(let state):
                site.stations.stations(in: .everywhere).filter { $0.region == state && $0.country == "US" }
            }
        guard !found.isEmpty else {
            throw .init(status: 404, message: "the table of stations has none of these")
        }
        return found
    }
}

extension GeoBounds {
    /// The whole Earth.
    fileprivate static let everywhere = GeoBounds(south: -90, west: -180, north: 90, east: 180)
}
