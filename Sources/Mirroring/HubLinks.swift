import struct AlmanacValues.Selector
import Definitions
package import Fetching
package import Reactive
package import Records
package import Refreshing
package import Systemd

/// The links to other almanacs.
package final class HubLinks: Linking {
    /// The sources of this almanac; set before the first attempt.
    package weak var sources: Sources?
    private let own: String
    private let ingester: Ingester
    private let loop: EventLoop
    private let clock: AnyScheduler
    private var links: [SourceName: HubLink] = [:]

    /// - Parameters:
    ///   - own: The identity of this almanac.
    ///   - ingester: Stores what the links receive.
    ///   - loop: The loop of the connections.
    ///   - clock: The clock for time limits.
    package init(own: String, ingester: Ingester, on loop: EventLoop, clock: AnyScheduler) {
        self.own = own
        self.ingester = ingester
        self.loop = loop
        self.clock = clock
    }

    package func attempt(for source: Source) -> AnyPublisher<Outcome, FetchFailure> {
        do throws(FetchFailure) {
            return try link(of: source).attempt()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    package func disconnect(_ source: Source) {
        guard let link = links[source.name], link.source === source else { return }
        links[source.name] = nil
        link.stop()
    }

    /// Forwards a call of Refresh for mirrored sources.
    ///
    /// - Parameters:
    ///   - names: The sources, all of one link.
    ///   - link: The link.
    ///   - waits: Whether the answer waits for the attempts.
    /// - Returns: The other almanac's answer; a failure if its relay does not permit the call.
    package func refresh(
        _ names: [SourceName], through link: SourceName, waits: Bool
    ) -> AnyPublisher<JSON, FetchFailure> {
        guard let link = links[link] else {
            return Fail(error: FetchFailure(.connect, "there is no connection")).eraseToAnyPublisher()
        }
        let selector: JSON = ["sources": .array(names.map { .string(Selector.literal($0.text)) })]
        return link.hub.call("Refresh", ["selector": selector, "wait": .bool(waits)])
    }

    private func link(of source: Source) throws(FetchFailure) -> HubLink {
        if let link = links[source.name], link.source === source { return link }
        guard case .almanac(let path) = source.definition.origin, let sources else {
            throw FetchFailure(.configuration, "\(source.name) is no link to another almanac")
        }
        let rule: MirrorRule
        do throws(OptionError) {
            rule = try MirrorRule(source.definition.options)
        } catch {
            throw FetchFailure(.configuration, "\(error)")
        }
        let hub = UpstreamHub(path: path, timeout: source.definition.timeout, loop: loop, clock: clock)
        let link = HubLink(source, hub, rule, own: own, ingester: ingester, sources: sources)
        links[source.name] = link
        return link
    }
}
