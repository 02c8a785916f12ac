/// Checks that requests keep the promises of almanac.source(5): which sources are polled, how often, how many
/// at once, and with which secrets.
final class PolitenessCheck {
    /// The maximum number of requests to one host at a time, when some of them hang.
    private static let mostAtOnce = 8

    /// The time in which the daemon stores what an upstream asked; also if the disk failed before.
    private static let delayOfStoring: Nanoseconds = .seconds(35)

    /// The request of a host to be left alone for some time.
    private struct Request {
        let source: SimulatedSource
        let moment: Nanoseconds
        let end: Nanoseconds
    }

    /// The minimum interval of the starts of two requests to a host, less what a busy loop may take from it.
    private static let spacing: Nanoseconds = .milliseconds(900)

    private var forbidden: [String: Request] = [:]
    /// The last request to each host, and the process that sent it.
    private var last: [String: (moment: Nanoseconds, process: Int)] = [:]
    /// The number of requests of each source, besides those that follow a redirect.
    private(set) var counts: [String: Int] = [:]
    /// The secrets and the only host that each may be sent to.
    var secrets: [(text: String, host: String)] = []

    /// The upstream of a source asked not to be requested for some time.
    func forbid(_ source: SimulatedSource, for time: Nanoseconds) {
        let now = World.current.now
        forbidden[source.host] = .init(source: source, moment: now, end: now + time)
    }

    /// The wall clock jumped, by which the daemon remembers what upstreams asked.
    func forget() { forbidden = [:] }

    /// The daemon starts: it knows the host of a source, and therefore what that host asked, only if it can
    /// use the definition of the source.
    func restarted(_ isUsable: (SimulatedSource) -> Bool) {
        forbidden = forbidden.filter { isUsable($0.value.source) }
    }

    /// The daemon died, and with it what it had not yet stored.
    func crashed() {
        let disk = World.current.disk
        let healthy = disk.error == 0 ? disk.healthySince : .max
        forbidden = forbidden.filter {
            max($0.value.moment, healthy) < World.current.now - Self.delayOfStoring
        }
    }

    /// Checks a request.
    func check(_ request: HTTPRequest, _ source: SimulatedSource?, running: [HTTPRequest]) {
        guard let source else { return World.current.fail("a request to an unknown address: \(request.url)") }
        // A redirect belongs to an attempt that began before.
        let isFollowing = request.isMoved || request.host != source.host
        if !source.isEnabled, !isFollowing {
            World.current.fail("\(source.name) is polled although it is not enabled")
        }
        if running.count(where: { $0.host == request.host }) > Self.mostAtOnce {
            World.current.fail("more than \(Self.mostAtOnce) requests to \(request.host) at once")
        }
        if let end = forbidden[request.host]?.end, World.current.now < end {
            World.current.fail("\(request.host) is requested before its Retry-After has passed")
        }
        checkSpacing(request, source)
        for secret in secrets where request.host != secret.host {
            if ([request.url] + request.headers).contains(where: { $0.contains(secret.text) }) {
                World.current.fail("a secret of \(secret.host) reaches \(request.host)")
            }
        }
    }

    /// Checks the time since the last request to the same host; redirects are followed at once.
    private func checkSpacing(_ request: HTTPRequest, _ source: SimulatedSource) {
        let (now, process) = (World.current.now, World.current.machine.starts)
        if request.host == source.host { counts[source.name, default: 0] += 1 }
        guard request.host == source.host, !request.isMoved else { return }
        if let last = last[request.host], last.process == process, now - last.moment < Self.spacing {
            World.current.fail("\(request.host) is requested twice within a second")
        }
        last[request.host] = (now, process)
    }
}
