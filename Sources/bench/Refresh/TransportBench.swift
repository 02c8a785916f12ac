import Fetching

/// The part of `bench refresh` that compares HTTP/2 with HTTP/1.1: the CPU time of the fetcher for responses that
/// say that a document is unchanged, over TLS from nginx, as the median ratio of two measurements in turn; and the
/// connections of 200 sources.
///
/// The ratio depends on libcurl: 7.88.1 resets every stream, which would make it 1.10 to 1.13 if `Fetching` did not
/// end such a response at its head; with 8.14.1 it is 0.97.
enum TransportBench {
    private static let turns = 15
    private static let requests = 400
    private static let sources = 200

    /// Runs the comparison, and prints why not if nginx cannot be had.
    ///
    /// - Throws: An error if nginx cannot be started, or a request fails.
    static func run() throws {
        guard TransportServer.isThere else {
            return print("HTTP/2 is not compared: Tests/System/roots proxies cannot make nginx here")
        }
        let server = try TransportServer()
        let old = try TransportClient(server, name: "old", allowsHTTP2: false)
        let new = try TransportClient(server, name: "new", allowsHTTP2: true)
        var costs: (old: [Double], new: [Double]) = ([], [])
        for _ in 0..<turns {
            costs.old.append(try SharedCore.avoid { try old.cost(of: requests) })
            costs.new.append(try SharedCore.avoid { try new.cost(of: requests) })
        }
        let (first, second) = (Measure.median(costs.old), Measure.median(costs.new))
        print("unchanged responses with libcurl \(HTTPLibrary.version(loads: true)), us of CPU each:")
        print("HTTP/1.1 \(Measure.short(first)), HTTP/2 \(Measure.short(second))")
        let ratio = Measure.median(zip(costs.new, costs.old).map { $0 / $1 })
        Measure.goal("CPU of an unchanged response, HTTP/2 to HTTP/1.1", ratio, limit: 1.1, unit: "x")
        let crowd = try TransportClient(server, name: "crowd", allowsHTTP2: true)
        try crowd.ask(sources)
        let lines = try server.unchanged(sources, client: "crowd")
        let connections = Set(lines.compactMap { $0.split(separator: " ").first }).count
        Measure.goal("connections of \(sources) sources on one host", Double(connections), limit: 1, unit: "")
    }
}
