import Glibc
import Records
import SimulatedSystem

/// All upstreams: they receive requests, check that these are polite, and respond.
final class Upstreams {
    private(set) var sources: [SimulatedSource] = []
    private(set) var joins: [SimulatedJoin] = []
    private var running: [UInt64: HTTPRequest] = [:]
    private var chance = Chance(seed: 0)
    let politeness = PolitenessCheck()
    /// The broker of the sources that follow one.
    private(set) var broker = SimulatedBroker(Chance(seed: 0))
    /// The month of warnings that is simulated; `nil` if none is.
    var warnings: WarningMonth?
    /// Whether the machine has a network.
    var hasNetwork = true

    /// Begins with the sources of a plan.
    func begin(_ catalogue: SourceCatalogue, _ chance: Chance) {
        sources = catalogue.sources
        joins = catalogue.joins
        self.chance = chance
        // The other numbers are the same with and without a broker.
        broker = SimulatedBroker(Chance(seed: UInt64(catalogue.descriptions.count) &+ chance.following))
    }

    /// Receives a request.
    func begin(_ request: HTTPRequest) {
        let world = World.current
        world.note("request \(request.number) \(request.url) \(request.headers.joined(separator: " | "))")
        if request.host == SimulatedBroker.host { return broker.accept(request) }
        if request.host == AlertStream.host, let stream = warnings?.stream { return stream.accept(request) }
        running[request.number] = request
        if let provider = warnings?.provider(of: request.host) {
            return world.after(.milliseconds(5 + chance.below(200))) { [unowned self] in
                connect(request) { WarningMonth.answer(request, by: provider) }
            }
        }
        let resource = Resource(request, among: sources)
        politeness.check(request, resource, running: Array(running.values))
        let delay: Nanoseconds = .milliseconds(5 + chance.below(200))
        world.after(delay) { [unowned self] in connect(request, resource) }
    }

    /// Forgets a request, which has ended or was given up.
    func forget(_ number: UInt64) {
        broker.forget(number)
        warnings?.stream?.forget(number)
        guard running.removeValue(forKey: number) != nil else { return }
        World.current.note("request \(number) is over")
    }

    /// Ends a request with a code of libcurl and an error of the system.
    func end(_ request: HTTPRequest, _ code: CInt, _ error: CInt) {
        running[request.number] = nil
        simulated_end(request.number, code, error)
    }

    func isRunning(_ request: HTTPRequest) -> Bool { running[request.number] != nil }

    /// The addresses of a name; see `simulated_lookup`.
    func look(
        up name: String, _ error: UnsafeMutablePointer<CInt>?, _ delay: UnsafeMutablePointer<Int64>?
    ) -> UnsafePointer<CChar>? {
        World.current.note("lookup of \(name)")
        delay?.pointee = .milliseconds(1 + chance.below(50))
        let isUnknown = sources.contains { $0.host == name && $0.mood == .unknownName }
        guard hasNetwork, !isUnknown else {
            error?.pointee = hasNetwork ? EAI_NONAME : EAI_AGAIN
            return nil
        }
        let moods = sources.filter { $0.host == name }.map(\.mood)
        if moods.contains(.slowName) { delay?.pointee = .seconds(10 + chance.below(300)) }
        return UnsafePointer(Addresses.list(for: moods, &chance))
    }

    /// The time by the clocks of all upstreams.
    var time: UTC { time(at: World.current.now) }

    /// The time by these clocks at a moment.
    func time(at moment: Nanoseconds) -> UTC {
        UTC(seconds: 1_800_000_000 + (moment - Plan.start) / .seconds(1))
    }

    /// The time by the clock of an upstream that is wrong by some time.
    func date(after error: Nanoseconds) -> String { date(of: time + .seconds(error / .seconds(1))) }

    /// The text of a time.
    ///
    /// Source: RFC 9110 §5.6.7, IMF-fixdate.
    func date(of time: UTC) -> String {
        var seconds = time_t(time.seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func connect(_ request: HTTPRequest, _ resource: Resource?) {
        guard isRunning(request) else { return }
        guard hasNetwork else { return end(request, Code.couldNotConnect, ENETUNREACH) }
        guard let resource, resource.mood != .refused else {
            return end(request, Code.couldNotConnect, ECONNREFUSED)
        }
        connect(request) { [unowned self] in Response(to: request, for: resource, &chance).send() }
    }

    /// Connects a request, and answers it a little later.
    private func connect(_ request: HTTPRequest, _ answer: @escaping () -> Void) {
        let addresses = Addresses.of(request)
        // libcurl would look up the name itself, and connect to any address.
        if addresses.isEmpty { World.current.fail("\(request.url) is requested without addresses") }
        for address in addresses { simulated_connect(request.number, address) }
        World.current.after(.milliseconds(5 + chance.below(300))) { [unowned self] in
            if isRunning(request) { answer() }
        }
    }

    /// Checks the address that a request uses.
    func wasConnected(_ number: UInt64, to address: String) {
        guard let request = running[number], !Addresses.isPublic(address) else { return }
        World.current.fail("a private address, \(address), is used for \(request.url)")
    }
}

/// The codes of libcurl that the simulation uses; see libcurl-errors(3).
enum Code {
    static let ok: CInt = 0
    static let couldNotConnect: CInt = 7
    static let receiveError: CInt = 56
}
