import Records
import SimulatedSystem

/// A time in which the daemon follows providers of warnings, which omit some and send old and empty answers. In
/// two thirds of the months, one of them has a stream, too.
final class WarningMonth {
    private let upstreams: [any WarningUpstream]
    private let check: WarningCheck
    private let days: Int
    /// The stream; `nil` if there is none.
    let stream: AlertStream?

    /// Writes the definitions, and subscribes.
    ///
    /// - Parameters:
    ///   - hours: The time.
    ///   - isPushed: Whether a provider may have a stream.
    ///   - world: The world.
    init(hours: Int, isPushed: Bool, in world: World) {
        days = max(1, hours / 24)
        var chance = world.chance.split()
        let start = world.upstreams.time.seconds
        var own = Chance(seed: chance.following &+ 62)
        let isPushed = own.isTrue(0.67) && isPushed
        let index = IndexUpstream(from: start, days: days, isFollowed: isPushed, &chance)
        upstreams = [index, ListUpstream(from: start, days: days, &chance)]
        check = WarningCheck(of: upstreams)
        let range = start..<start + Int64(days) * 86_400
        stream = isPushed ? AlertStream(of: index, in: range, check, own) : nil
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
        world.upstreams.politeness.count(isVain: answer.status != 200)
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
        guard let stream else { return }
        world.note("the stream sent \(stream.sent) messages as a whole")
        if stream.sent < 8 * days { world.fail("only \(stream.sent) messages came over the stream") }
    }
}
