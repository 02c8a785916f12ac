/// Checks that requests keep the promises of almanac.source(5): which sources are polled, how often, how many
/// at once, and with which secrets.
final class PolitenessCheck {
    /// The maximum number of requests to one host at a time, when some of them hang.
    private static let mostAtOnce = 8

    /// The time in which the daemon stores what an upstream asked; also if the disk failed before.
    private static let delayOfStoring: Nanoseconds = .seconds(35)

    /// The request of an upstream to be left alone for some time.
    private struct Rest {
        let sources: [SimulatedSource]
        let moment: Nanoseconds
        let end: Nanoseconds
    }

    /// The minimum interval of the starts of two requests to a host, less what a busy loop may take from it.
    private static let spacing: Nanoseconds = .milliseconds(900)

    /// The time for which each host asked not to be requested.
    private var forbidden: [String: Rest] = [:]
    /// The time for which each document lasts, by the name of its source.
    private var resting: [String: Rest] = [:]
    /// The last request to each host, and the process that sent it.
    private var last: [String: (moment: Nanoseconds, process: Int)] = [:]
    /// The sources whose last response was a redirect, which was not followed yet.
    private var redirects: Set<String> = []
    /// The number of requests of each source to its own host, including those that follow a redirect.
    private(set) var counts: [String: Int] = [:]
    /// The number of all requests, and of those that found nothing new.
    private(set) var requests = 0
    private(set) var vain = 0
    /// The secrets and the only host that each may be sent to.
    var secrets: [(text: String, host: String)] = []

    /// Forbids requests to a host for some time; an earlier longer time remains.
    func forbid(_ resource: Resource, for time: Nanoseconds) {
        let now = World.current.now
        if let known = forbidden[resource.host], known.end > now + time { return }
        forbidden[resource.host] = Rest(sources: resource.sources, moment: now, end: now + time)
    }

    /// Permits the request that follows a redirect.
    func redirected(_ resource: Resource) { redirects.formUnion(resource.sources.map(\.name)) }

    /// Notes for how long a document does not change: only it need not be requested.
    func rest(_ resource: Resource, for time: Nanoseconds) {
        let now = World.current.now
        for source in resource.sources {
            resting[source.name] = Rest(sources: [source], moment: now, end: now + time)
        }
    }

    /// Forgets for how long the document of a removed source lasts.
    func release(_ source: SimulatedSource) { resting[source.name] = nil }

    /// Forgets what upstreams asked: the daemon remembers it by the wall clock, which jumped, or in files
    /// that were lost.
    func forget() { (forbidden, resting) = ([:], [:]) }

    private func keep(_ condition: (Rest) -> Bool) {
        forbidden = forbidden.filter { condition($0.value) }
        resting = resting.filter { condition($0.value) }
    }

    /// Forgets what a daemon that starts cannot know: it knows the host of a source, and therefore what that
    /// host asked, only if it can use the definition of the source.
    func restarted(_ isUsable: (SimulatedSource) -> Bool) {
        redirects = []
        keep { $0.sources.contains(where: isUsable) }
    }

    /// Forgets what a daemon that died had not yet stored.
    func crashed() {
        let disk = World.current.disk
        let healthy = disk.error == 0 ? disk.healthySince : .max
        keep { max($0.moment, healthy) < World.current.now - Self.delayOfStoring }
    }

    /// Counts a request by its answer.
    func count(isVain: Bool) {
        requests += 1
        vain += isVain ? 1 : 0
    }

    /// Checks a request.
    func check(_ request: HTTPRequest, _ resource: Resource?, running: [HTTPRequest]) {
        guard let resource else {
            return World.current.fail("a request to an unknown address: \(request.url)")
        }
        let isFollowing = takeRedirect(request, resource)
        if !isFollowing { checkAttempt(resource) }
        if running.count(where: { $0.host == request.host }) > Self.mostAtOnce {
            World.current.fail("more than \(Self.mostAtOnce) requests to \(request.host) at once")
        }
        if let end = forbidden[request.host]?.end, World.current.now < end {
            World.current.fail("\(request.host) is requested before its Retry-After has passed")
        }
        if request.host == resource.host {
            for source in resource.sources { counts[source.name, default: 0] += 1 }
        }
        if !isFollowing { checkSpacing(request) }
        for secret in secrets where request.host != secret.host {
            if ([request.url] + request.headers).contains(where: { $0.contains(secret.text) }) {
                World.current.fail("a secret of \(secret.host) reaches \(request.host)")
            }
        }
    }

    /// Returns whether a request belongs to an attempt that began before: it follows a redirect.
    private func takeRedirect(_ request: HTTPRequest, _ resource: Resource) -> Bool {
        let names = resource.sources.map(\.name)
        let isFollowing = redirects.isSuperset(of: names)
        redirects.subtract(names)
        return isFollowing && (request.isMoved || request.host != resource.host)
    }

    /// Checks the first request of an attempt.
    private func checkAttempt(_ resource: Resource) {
        for source in resource.sources {
            if !source.isEnabled { World.current.fail("\(source.name) is polled although it is not enabled") }
            if let rest = resting[source.name], World.current.now < rest.end, wasStored(rest) {
                World.current.fail("\(source.name) is requested before its max-age has passed")
            }
        }
    }

    /// Whether the document could be stored: one that a full disk refused must be requested again.
    private func wasStored(_ rest: Rest) -> Bool {
        let disk = World.current.disk
        return disk.error == 0 && !disk.cannotRead && disk.healthySince < rest.moment
    }

    /// Checks the time since the last request to the same host; redirects are followed at once.
    private func checkSpacing(_ request: HTTPRequest) {
        let (now, process) = (World.current.now, World.current.machine.starts)
        if let last = last[request.host], last.process == process, now - last.moment < Self.spacing {
            World.current.fail("\(request.host) is requested twice within a second")
        }
        last[request.host] = (now, process)
    }
}
