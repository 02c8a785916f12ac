import Reactive
import Records
import Showing
import Systemd
import Varlink

/// Tells each step of a refresh with the time that has passed, as far as the daemon tells.
final class Steps {
    private let session: Session
    private let hosts: [String: String]
    private let begun: LoopTime
    private var following: AnyCancellable?

    init(_ session: Session, _ sources: [Source], since begun: LoopTime) throws(Complaint) {
        (self.session, self.begun) = (session, begun)
        hosts = Dictionary(sources.compactMap { source in source.host.map { (source.name, $0) } }) {
            first, _ in first
        }
        let selector = Selection(sources: sources.map { Selection.literal($0.name) }).json
        for source in sources { tell("\(source.name): asking \(hosts[source.name] ?? "its file")") }
        following = try session.daemon.connect()
            .call("io.almanac.Subscribe", ["selector": selector, "snapshot": false], more: true)
            .sink(receiveCompletion: { _ in }, receiveValue: { [unowned self] in take($0.parameters) })
    }

    /// Ends the telling.
    func end() { following?.cancel() }

    private func take(_ json: JSON) {
        if let event = Event(json), let text = text(event) { tell(text) }
    }

    /// Tells what came of each source.
    func tell(_ sources: [Source]) {
        for source in sources {
            let runtime = source.runtime
            let next = runtime.next.map { ", next attempt \(session.output.paper.wait($0))" } ?? ""
            tell("\(source.name): \(runtime.health.rawValue), generation \(runtime.generation)\(next)")
        }
    }

    private func tell(_ text: String) {
        let passed = max(0, (session.daemon.loop.now - begun).microseconds / 1000)
        let millis = String(passed % 1000)
        let digits = String(repeating: "0", count: 3 - millis.count) + millis
        Terminal.warn("+\(passed / 1000).\(digits) s  \(visible(text))")
    }

    private func text(_ event: Event) -> String? {
        guard event.kind == .source, let name = event.source, let runtime = event.runtime else {
            return ChangeLine(event).what(session.output.paper)?.plain
        }
        let failure = runtime.failure.map { ": \($0.line.plain)" } ?? ""
        return
            "\(name): \(runtime.health.rawValue), \(runtime.records) records, \(runtime.rejected) rejected\(failure)"
    }
}
