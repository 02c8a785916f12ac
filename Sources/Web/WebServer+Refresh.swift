import AlmanacClient
import AlmanacValues
import HTTPServing
import Reactive
import Records
import WebPages

extension WebServer {
    /// Refreshes a source for a visitor of the site; other sites cannot.
    func refresh(_ source: String, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard request.method == "POST" else {
            return exchange.respond(.failure(405, "refreshing needs POST", headers: [("Allow", "POST")]))
        }
        guard WebServer.isOfThisSite(request) else {
            return exchange.respond(.failure(403, "only pages of this site may refresh a source"))
        }
        guard refreshes.consume() else {
            return exchange.respond(
                .failure(
                    429, "visitors have refreshed many sources, try again later",
                    headers: [("Retry-After", "6")]))
        }
        let selector = Selector(sources: [Selector.literal(source)])
        site.calls.answer(to: .refresh(selector, waits: false)) { result in
            switch result {
            case .failure(let error):
                let failure = PageError(error)
                exchange.respond(.failure(failure.status, failure.words.message))
            case .success:
                let place = "/sources/" + percentEncoded(source)
                exchange.respond(.failure(303, "see \(place)", headers: [("Location", place)]))
            }
        }
    }

    /// Whether a request was made by a page of this site, or by a program that is no browser.
    ///
    /// Source: Fetch Metadata Request Headers, 2.3; RFC 6454, 7.
    static func isOfThisSite(_ request: HTTPRequest) -> Bool {
        if let site = request.header("sec-fetch-site") { return site == "same-origin" }
        guard let origin = request.header("origin") else { return true }
        return request.host.map { origin == "http://\($0)" || origin == "https://\($0)" } ?? false
    }
}

/// The number of sources that all visitors together may refresh: some at once, then one at a time.
///
/// The daemon has limits of its own, for each user of the machine; this program is one user.
final class VisitorBudget {
    /// The number at once.
    static let burst = 10
    /// The interval after which one more is possible.
    static let interval = Duration.seconds(6)

    private let now: () -> LoopTime
    private var left = VisitorBudget.burst
    private var since: LoopTime?

    /// Makes a budget.
    init(now: @escaping () -> LoopTime) { self.now = now }

    /// Consumes one refresh of the budget; returns `false` if there is none left.
    func consume() -> Bool {
        let time = now()
        if let since {
            let passed = since.distance(to: time).duration
            let earned = Int(passed / VisitorBudget.interval)
            left = min(VisitorBudget.burst, left + earned)
            if earned > 0 { self.since = time }
        } else {
            since = time
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
