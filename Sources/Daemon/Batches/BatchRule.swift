import Records

/// How instances of one template are asked for in one request; those with equal rules can be.
public nonisolated struct BatchRule: Hashable, Sendable {
    /// The most instances in one request.
    let size: Int
    private let address: String
    private let settings: [String]

    /// What may be another for each instance, because it does not concern the request.
    private static let own: Set<String> = [
        "Batch", "Cache", "Description", "History", "Linger", "MaxAge", "Publish", "Refresh", "Tags", "Title",
        "URL",
    ]

    /// Reads the rule of an instance; `nil` when it is asked for alone.
    ///
    /// - Parameters:
    ///   - options: The settings as they stand in the files, `%i` included.
    ///   - name: The instance.
    /// - Throws: When `Batch=` is no number, or cannot work.
    init?(_ options: Options, of name: SourceName) throws(OptionError) {
        guard let entry = options.last("Source", "Batch") else { return nil }
        guard let size = Int(entry.value), 1...1000 ~= size else {
            throw OptionError(entry, "is not a number from 1 to 1000")
        }
        let url = options.last("Source", "URL")?.value ?? ""
        guard name.instance != nil, url.contains(text: "%i") else {
            throw OptionError(entry, "wants a template whose URL= has %i, which stands for many then")
        }
        guard size > 1 else { return nil }
        (self.size, address) = (size, url)
        settings = options.entries.filter { $0.section != "Source" || !BatchRule.own.contains($0.name) }
            .map { "\($0.section).\($0.name)=\($0.value)" }
    }

    /// The address that asks for these instances.
    func url(of instances: [String]) -> String {
        Specifiers.resolve(address, instance: instances.joined(separator: ","), isURL: true)
    }
}
