/// How we introduce ourselves to upstreams; a new configuration counts at once.
final class Introduction {
    private var configuration: Configuration

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// How to reach whoever runs this machine; `nil` when nobody said.
    var contact: String? { configuration.contact }

    /// What stands in `User-Agent`.
    var userAgent: String { configuration.userAgent }

    /// Takes in what is configured now.
    func change(to configuration: Configuration) { self.configuration = configuration }
}
