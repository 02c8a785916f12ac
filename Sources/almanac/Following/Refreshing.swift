import Reactive
import Records
import Showing
import Systemd
import Varlink

/// A refresh under way: waits for it, and shows a person that it goes on when it takes a while.
final class Refreshing {
    private let session: Session
    private let before: [Source]
    private let parameters: JSON
    private let begun: LoopTime
    private var answer: Result<JSON, VarlinkError>?

    init(_ session: Session, _ globs: [String], _ before: [Source]) {
        (self.session, self.before) = (session, before)
        let selector = globs.isEmpty ? nil : Selection(sources: globs).json
        parameters = .members(["selector": selector, "wait": .bool(!session.invocation.has("no-wait"))])
        begun = session.daemon.loop.now
    }

    /// What the daemon answers.
    func run() throws(Complaint) -> JSON {
        let loop = session.daemon.loop
        let call = try session.daemon.connect().call("io.almanac.Refresh", parameters)
            .sink(
                receiveCompletion: { [unowned self] in end($0) },
                receiveValue: { [unowned self] in answer = .success($0.parameters) })
        let showing =
            Terminal.isErrorInteractive && session.output.json == nil
            ? loop.after(.milliseconds(300), slack: .milliseconds(20)) { [unowned self] in show() } : nil
        defer {
            showing?.cancel()
            ticking?.cancel()
            looking?.cancel()
            call.cancel()
        }
        try session.daemon.turn { answer != nil }
        if isShown { Terminal.writeError("\r\u{1B}[K") }
        if session.invocation.has("verbose") { Steps(session).tell(try session.daemon.sources(names)) }
        return try result()
    }

    private var ticking: AnyCancellable?
    private var looking: AnyCancellable?
    /// The newest step of the only source that is asked.
    private var step: String?
    private var names: [String] { before.map { Selection.literal($0.name) } }
    private var isShown = false

    private func end(_ completion: Subscribers.Completion<VarlinkError>) {
        if case .failure(let error) = completion { answer = .failure(error) }
    }

    private func result() throws(Complaint) -> JSON {
        switch answer {
        case .success(let parameters)?: return parameters
        case .failure(let error)?: throw session.daemon.complaint(error)
        case nil: return .object([])
        }
    }

    /// Shows what goes on, now and ten times a second.
    private func show() {
        isShown = true
        draw()
        ticking = session.daemon.loop.timer(every: .milliseconds(100), slack: .milliseconds(50))
            .sink { [unowned self] _ in
                look()
                draw()
            }
    }

    /// Asks how far the attempt is; several at a time are only counted.
    private func look() {
        guard before.count == 1, looking == nil, let client = try? session.daemon.connect() else { return }
        let selector = Selection(sources: names).json
        looking = client.call("io.almanac.ListSources", ["selector": selector]).sink { [unowned self] _ in
            looking = nil
        } receiveValue: { [unowned self] in
            let source = $0.parameters["sources"]?.array?.first.flatMap(Source.init)
            step = source?.runtime.steps.last.map { "\($0.text), " }
        }
    }

    private func draw() {
        let passed = (session.daemon.loop.now - begun).microseconds / 100_000
        let hosts = before.compactMap(\.host)
        let whom = before.count == 1 ? hosts.first ?? before[0].name : "\(before.count) sources"
        let line = Line("asking \(whom), \(step ?? "")\(passed / 10).\(passed % 10) s").cut(
            to: Terminal.width ?? 80)
        Terminal.writeError("\r\u{1B}[K" + line.plain)
    }
}
