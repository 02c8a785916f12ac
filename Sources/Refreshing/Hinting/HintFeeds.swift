import Definitions
import Fetching
import Reactive
import Systemd

/// The topics of brokers that sources follow; equal ones share a connection.
final class HintFeeds {
    /// The settings that decide how a broker is reached.
    private struct Place: Hashable {
        let setting: HintSetting
        let rules: [String?]

        init(_ setting: HintSetting, of definition: Definition) {
            self.setting = setting
            rules = ["AllowPrivate", "CAFile", "Proxy", "Credential"].map(definition.setting)
        }
    }

    private let upstreams: Upstreams
    private let clocks: Clocks
    private var feeds: [Place: HintFeed] = [:]
    private var networks: AnyCancellable?
    /// The names of the hash functions that no library has.
    private var missingHashes: Set<String> = []

    /// - Parameters:
    ///   - upstreams: The requests to upstreams.
    ///   - clocks: The clocks.
    init(upstreams: Upstreams, clocks: Clocks) {
        self.upstreams = upstreams
        self.clocks = clocks
        networks = upstreams.networkChanges.sink { [unowned self] in
            for feed in feeds.values { feed.reconnect() }
        }
    }

    /// Records that no library has a hash function, and logs it once.
    ///
    /// - Returns: The remark for the state of a source.
    func reportMissing(hash method: String) -> String {
        let remark =
            "documents in messages of brokers cannot be checked, and start requests: libcurl uses no OpenSSL 3, "
            + "which has \(method)"
        if missingHashes.insert(method).inserted { log(.warning, remark) }
        return remark
    }

    /// Returns the feed of a topic.
    func feed(of setting: HintSetting, for definition: Definition) -> HintFeed {
        feeds = feeds.filter { !$0.value.isUnused }
        let place = Place(setting, of: definition)
        let feed = feeds[place] ?? HintFeed(setting, of: definition, by: upstreams, clocks: clocks)
        feeds[place] = feed
        return feed
    }
}
