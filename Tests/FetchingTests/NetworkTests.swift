import Fetching
import Glibc
import Reactive
import Systemd
import TestServer
import Testing

/// Runs the suite below where nothing but a loopback that is down exists.
@Suite(.enabled(if: Namespace.isPossible && !Namespace.isInside, "needs unshare(1)"))
struct NetworkNamespaceTests {
    @Test func `without a network, and with one that does not answer`() throws {
        try Namespace.run("NetworkInsideTests", count: 5)
    }
}

/// What happens in a network of one's own, which only the suite above makes.
@Suite(.serialized, .enabled(if: Namespace.isInside))
struct NetworkInsideTests {
    private let servers = "/tmp/almanac-resolv-\(getpid())"

    /// Makes every address one of this machine, so that whatever is sent anywhere arrives here, unanswered.
    private func swallowAll() throws -> FileDescriptor {
        try shell("ip link set lo up && ip route add default dev lo && ip route add local 0.0.0.0/0 dev lo")
        try shell("echo nameserver 192.88.0.1 > \(servers) && mount --bind \(servers) /etc/resolv.conf")
        let deaf = FileDescriptor(owning: socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0))
        #expect(try bindToLoopback(deaf.raw, port: 53, anywhere: true) == 53)
        return deaf
    }

    private func undo() throws {
        try shell(
            "ip route del local 0.0.0.0/0 dev lo && ip route del default && umount /etc/resolv.conf && rm \(servers)"
        )
    }

    @Test func `1 there is no route until one is made, and each change is told`() throws {
        let loop = try EventLoop()
        let route = try Route(on: loop)
        var told: [Bool] = []
        let subscription = route.changes.sink { told.append($0) }
        #expect(told == [false])
        try shell("ip link set lo up && ip route add default dev lo")
        while told.count < 2 { _ = try loop.turn(timeout: .seconds(5)) }
        try shell("ip route del default")
        while told.count < 3 { _ = try loop.turn(timeout: .seconds(5)) }
        #expect(told == [false, true, false])
        #expect(!route.isThere)
        subscription.cancel()
    }

    @Test func `2 a name without a network is offline`() throws {
        let lab = try Lab()
        lab.setRoute(false)
        #expect(try lab.failure(Request(url: "https://example.org/", userAgent: "test")).reason == .offline)
        var request = Request(url: "https://example.org/", userAgent: "test")
        request.allowPrivate = true
        #expect(try lab.failure(request).reason == .offline)
        request.url = "https://192.168.7.7/"
        #expect(try lab.failure(request).reason == .offline)
    }

    @Test func `3 name servers that never answer do not hold up the loop`() throws {
        let deaf = try swallowAll()
        let lab = try Lab { $0.connecting = .seconds(1) }
        lab.loop.resetLongestTurn()
        var reasons: [Reason] = []
        let all = (0..<40).map { number in
            let request = Request(url: "https://host\(number).example.org/", userAgent: "test")
            return lab.fetcher.fetch(request).sink(
                receiveCompletion: { if case .failure(let failure) = $0 { reasons.append(failure.reason) } },
                receiveValue: { _ in })
        }
        try lab.turn { reasons.count == 40 }
        #expect(reasons.allSatisfy { $0 == .dns })
        #expect(lab.loop.longestTurn < Lab.longestTurn)
        all.forEach { $0.cancel() }
        #expect(deaf.raw >= 0)
        try undo()
    }

    @Test func `4 letting go of a look-up that hangs is done at once`() throws {
        let deaf = try swallowAll()
        let lab = try Lab()
        let request = Request(url: "https://hangs.example.org/", userAgent: "test")
        var isResolving = false
        let subscription = lab.fetcher.fetch(request) { progress in
            if case .resolving = progress.step { isResolving = true }
        }.sink(receiveCompletion: { _ in Issue.record("ended") }, receiveValue: { _ in })
        try lab.turn { isResolving }
        _ = try lab.loop.turn(timeout: .milliseconds(100))
        let took = ContinuousClock().measure { subscription.cancel() }
        #expect(took < Lab.longestTurn)
        #expect(deaf.raw >= 0)
        try undo()
    }

    @Test func `5 a network without the way to a host is no fault of ours`() throws {
        try shell("ip route add unreachable 8.8.8.8")
        let failure = try Lab().failure(Request(url: "https://8.8.8.8/", userAgent: "test"))
        #expect(failure.reason == .connect)
        #expect(failure.message.contains("no way to its network"))
    }
}
