import Records
import Systemd

/// A server that acts as aviationweather.gov: raw reports of the requested stations, one per line, with a
/// validator.
final class WeatherCentre {
    /// The reports, by station; the response omits stations without one.
    var reports: [String: String] = [:]
    /// A reply to send instead of reports.
    var trouble: WebServer.Reply?

    /// The stations for which any request is refused.
    var refused: Set<String> = []

    private let server: WebServer

    init(on loop: EventLoop) throws {
        server = try WebServer(on: loop)
        server.answer = { [unowned self] in trouble ?? answer($0) }
    }

    /// The stations of each request, in order.
    var requests: [[String]] {
        server.questions.map { $0["ids"].split(separator: ",").map(String.init) }
    }

    /// The number of conditional requests.
    var conditions: Int { server.questions.filter { $0.head.contains("If-None-Match:") }.count }

    /// Returns a template for reports from this server.
    func template(batch: Int) -> String {
        """
        [Source]
        Kind=metar
        URL=\(server.url("/metar?ids=%i&format=raw"))
        Batch=\(batch)
        Refresh=5min
        AllowHTTP=yes
        AllowPrivate=yes

        """
    }

    /// Creates reports of this number of stations, all of good weather: `AAAA`, `AAAB`, …
    func report(_ count: Int) -> [String] {
        let names = (0..<count).map { number in
            let letters = [17_576, 676, 26, 1].map { UInt8(0x41 + number / $0 % 26) }
            return String(decoding: letters, as: UTF8.self)
        }
        for name in names { reports[name] = "\(name) 010000Z 27010KT 9999 SCT030 10/05 Q1013" }
        return names
    }

    private func answer(_ question: WebServer.Question) -> WebServer.Reply {
        let stations = question["ids"].split(separator: ",").map(String.init)
        if let bad = stations.first(where: refused.contains) {
            return WebServer.Reply(
                status: "400 Bad Request", headers: ["Content-Type: application/json"],
                body: #"{"status":"error","error":"Invalid station: \#(bad)"}"#)
        }
        let body = stations.compactMap { reports[$0] }.map { $0 + "\n" }.joined()
        let mark = "\"\(RecordHash(Array(body.utf8)).low)\""
        if question.head.contains("If-None-Match: \(mark)") {
            return WebServer.Reply(status: "304 Not Modified", headers: ["ETag: \(mark)"])
        }
        return WebServer.Reply(headers: ["ETag: \(mark)", "Content-Type: text/plain"], body: body)
    }
}
