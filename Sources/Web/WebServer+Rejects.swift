import AlmanacClient
import AlmanacValues
import HTTPServing
import Records

extension WebServer {
    /// Answers with the rejects of a source, and with the reason why they are not those of the last document.
    func rejects(_ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let name = query["source"] ?? ""
        let method = Request<[ReportedReject]>.rejects(of: name, limit: query.number("limit"))
        let unknown = { [weak self] (_: [ReportedReject], then: @escaping ([JSON.Member]) -> Void) in
            guard let self else { return then([]) }
            self.site.sources(where: { $0.name.hasBytes(of: name) }) { sources in
                let gaps = ((try? sources.get()) ?? []).compactMap(\.refusal)
                then(gaps.unknownJSON?.object ?? [])
            }
        }
        reply(method, request, exchange, more: unknown) { ["rejects": .array($0.map(\.json))] }
    }
}
