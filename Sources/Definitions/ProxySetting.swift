import Records

/// The proxy of requests to upstreams: `Proxy=` of almanac.conf.
public nonisolated enum ProxySetting: Hashable, Sendable {
    /// The address of a proxy.
    case address(String)
    /// The proxies that the environment of the daemon names.
    case environment

    private static let schemes = ["http", "https", "socks5", "socks5h"]

    /// Reads the setting.
    ///
    /// - Throws: An error if it is neither an address of a proxy nor `environment`.
    init(_ entry: Options.Entry) throws(OptionError) {
        if entry.value == "environment" {
            self = .environment
            return
        }
        guard let scheme = entry.value.firstRange(ofText: "://"),
            ProxySetting.schemes.contains(entry.value[..<scheme.lowerBound].lowercased()),
            !entry.value[scheme.upperBound...].isEmpty
        else {
            throw OptionError(
                entry, "is neither environment nor the address of a proxy such as http://proxy:3128")
        }
        self = .address(entry.value)
    }
}
