import Fetching
import Glibc
import Reactive
import Records
import Systemd
import Testing
import TestServer

/// Runs the suite below in a network namespace that has only a loopback interface, which is down.
@Suite(
    "A real network namespace", .enabled(if: Namespace.isPossible && !Namespace.isInside, "needs unshare(1)"))
struct NetworkNamespaceTests {
    /// Waits on a thread other than the loop's, which has other tests to run.
    @concurrent
    @Test func `requests without a network, or with silent name servers, end as specified`() async throws {
        try Namespace.run("NetworkInsideTests", count: 6)
    }
}

/// Tests in a separate network namespace, which only the suite above creates.
@Suite(.serialized, .enabled(if: Namespace.isInside))
struct NetworkInsideTests {
    private let servers = "/tmp/almanac-resolv-\(getpid())"

    /// Makes every address local, so that everything sent to any address arrives here and remains unanswered.
    /// Lookups end after a number of seconds, at most 30.
    private func swallowAll(lookupsHangFor seconds: Int = 30) throws -> FileDescriptor {
        try shell("ip link set lo up && ip route add default dev lo && ip route add local 0.0.0.0/0 dev lo")
        try shell(
            "printf 'nameserver 192.88.0.1\noptions timeout:\(seconds) attempts:1\n' > \(servers) && mount --bind \(servers) /etc/resolv.conf"
        )
        let deaf = FileDescriptor(owning: socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0))
        #expect(try bindToLoopback(deaf.raw, port: 53, anywhere: true) == 53)
        return deaf
    }

    private func undo() throws {
        try shell(
            "ip route del local 0.0.0.0/0 dev lo && ip route del default && umount /etc/resolv.conf && rm \(servers)"
        )
    }

    @Test func `1 a route appears when it is added, and each change is published`() throws {
        let loop = try EventLoop()
        let route = try Route(on: loop)
        var told: [Bool] = []
        let subscription = route.changes.sink { told.append($0) }
        #expect(told == [false])
        try shell("ip link set lo up && ip route add default dev lo")
        while told.count < 2 { _ = try loop.turn(timeout: Lab.limit) }
        try shell("ip route del default")
        while told.count < 3 { _ = try loop.turn(timeout: Lab.limit) }
        #expect(told == [false, true, false])
        #expect(!route.isThere)
        subscription.cancel()
    }

    @Test func `2 a request to a host name without a network is offline`() throws {
        let lab = try Lab()
        lab.setRoute(false)
        #expect(
            try lab.failure(FetchRequest(url: "https://example.org/", userAgent: "test")).reason == .offline)
        var request = FetchRequest(url: "https://example.org/", userAgent: "test")
        request.allowPrivate = true
        #expect(try lab.failure(request).reason == .offline)
        request.url = "https://192.168.7.7/"
        #expect(try lab.failure(request).reason == .offline)
    }

    @Test func `3 name servers that never answer do not block the loop`() throws {
        let deaf = try swallowAll()
        let lab = try Lab()
        var count = 0
        let all = hangingRequests(40, timeout: Lab.limit).map { request in
            lab.fetcher.fetch(request).sink(receiveCompletion: { _ in count += 1 }, receiveValue: { _ in })
        }
        for _ in 0..<20 { #expect(try lab.document(.answer("200 OK", "", "x")).body.count == 1) }
        #expect(count == 0)
        all.forEach { $0.cancel() }
        #expect(deaf.raw >= 0)
        try undo()
    }

    /// Returns requests to as many hosts, whose lookups hang.
    private func hangingRequests(_ count: Int, timeout: Duration) -> [FetchRequest] {
        (0..<count).map { number in
            var request = FetchRequest(url: "https://hangs\(number).example/", userAgent: "test")
            request.timeout = timeout
            return request
        }
    }

    /// The number of lookups that run; each has a thread.
    private func lookups() throws -> Int? {
        let output = try shell("cat /proc/$PPID/task/*/comm | grep -c '^lookup'")
        return Int(String(decoding: output.dropLast(), as: UTF8.self))
    }

    @Test func `4 a lookup that hangs is cancelled at once`() throws {
        let deaf = try swallowAll()
        let lab = try Lab()
        let request = FetchRequest(url: "https://hangs.example.org/", userAgent: "test")
        var isResolving = false
        let subscription = lab.fetcher.fetch(request) { progress in
            if case .resolving = progress.step { isResolving = true }
        }.sink(receiveCompletion: { _ in Issue.record("ended") }, receiveValue: { _ in })
        try lab.turn { isResolving }
        let running = try lookups()
        subscription.cancel()
        #expect(try lookups() == running, "the cancellation does not wait for the thread")
        #expect(deaf.raw >= 0)
        try undo()
    }

    /// Calls `body` with a lab that serves `good.example`, which is known, and `late.example`.
    private func withKnownNames(_ body: (Lab) throws -> Void) throws {
        try shell("echo 127.0.0.1 good.example late.example > \(servers).hosts")
        try shell("mount --bind \(servers).hosts /etc/hosts")
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "good")] }
        #expect(try lab.document(named(lab, "good")).body.count == 4)
        try body(lab)
        try shell("umount /etc/hosts && rm \(servers).hosts")
    }

    @Test func `6 lookups that hang do not block known names, and their failures say what is wrong`() throws {
        let deaf = try swallowAll(lookupsHangFor: 5)
        try withKnownNames { lab in
            var failures: [FetchFailure] = []
            let all = hangingRequests(200, timeout: .seconds(1)).map { request in
                lab.fetcher.fetch(request).sink(
                    receiveCompletion: { if case .failure(let failure) = $0 { failures.append(failure) } },
                    receiveValue: { _ in })
            }
            for _ in 0..<20 {
                // From now on, no known address may be used without another lookup.
                lab.fetcher.networkChanged()
                #expect(try lab.document(named(lab, "good")).body.count == 4)
            }
            try lab.turn { failures.count == 200 }
            #expect(failures.allSatisfy { $0.reason == .dns })
            #expect(failures.filter { $0.message.contains("no name server answered") }.count >= 16)
            let crowded = failures.filter { $0.message.contains("too many names are being looked up") }
            #expect(crowded.count >= 100)
            // This name's turn comes when other lookups have ended.
            #expect(try lab.document(named(lab, "late")).body.count == 4)
            all.forEach { $0.cancel() }
        }
        #expect(deaf.raw >= 0)
        try undo()
    }

    private func named(_ lab: Lab, _ name: String) -> FetchRequest {
        var request = lab.request()
        request.url = "http://\(name).example:\(lab.server.port)/"
        request.spacing = .zero
        return request
    }

    @Test func `5 a missing route to a host is a connection failure if there is a network`() throws {
        try shell("ip route add unreachable 8.8.8.8")
        let failure = try Lab().failure(FetchRequest(url: "https://8.8.8.8/", userAgent: "test"))
        #expect(failure.reason == .connect)
        #expect(failure.message.contains("its network is unreachable"))
    }
}
