import Records
import SimulatedSystem

/// A time in which the daemon follows providers of warnings, which omit some and send old and empty answers.
final class WarningMonth {
    private let upstreams: [any WarningUpstream]
    private let check: WarningCheck
    private let days: Int

    /// Writes the definitions, and subscribes.
    init(hours: Int, in world: World) {
        days = max(1, hours / 24)
        var chance = world.chance.split()
        let start = world.upstreams.time.seconds
        upstreams = [
            IndexUpstream(from: start, days: days, &chance), ListUpstream(from: start, days: days, &chance),
        ]
        check = WarningCheck(of: upstreams)
        for upstream in upstreams {
            let (name, text) = upstream.definition
            Folder.write(Array(text.utf8), to: world.definitionPath(of: name))
        }
        let subscriber = Subscriber("warned", source: nil, conflates: false)
        subscriber.heard = { [check] kind, event in check.heard(kind, event) }
        world.clients.add(subscriber)
    }

    /// The provider at a host, and the check of what it says; `nil` if there is none.
    func provider(of host: String) -> (any WarningUpstream, WarningCheck)? {
        upstreams.first { $0.hosts.contains(host) }.map { ($0, check) }
    }

    /// Answers a request.
    static func answer(_ request: HTTPRequest, by provider: (any WarningUpstream, WarningCheck)) {
        let world = World.current
        let answer = provider.0.answer(request, at: world.upstreams.time.seconds, provider.1)
        world.note("response \(request.number) \(answer.status) \(answer.body.count) bytes")
        let date = world.upstreams.date(after: 0)
        for line in ["HTTP/1.1 \(answer.status) -", "Date: \(date)"] + answer.fields + [""] {
            simulated_head(request.number, line + "\r\n", line.utf8.count + 2)
        }
        answer.body.withUnsafeBytes { simulated_body(request.number, $0.baseAddress, $0.count) }
        world.upstreams.end(request, Code.ok, 0)
    }

    /// Checks that the time was not an idle one.
    func finish() {
        let world = World.current
        world.note("\(check.additions) warnings were added, \(check.removals) removed")
        if check.additions < 8 * days || check.removals < 6 * days {
            world.fail("only \(check.additions) warnings were added, \(check.removals) removed")
        }
    }
}
