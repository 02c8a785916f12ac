import Records

/// The rule for fetching instances of a template in one request; instances with equal rules can be fetched
/// together.
public nonisolated struct BatchRule: Hashable, Sendable {
    /// The maximum number of instances in one request.
    package let size: Int
    private let address: String
    private let settings: [String]

    /// The settings that may differ between instances, because they do not affect the request.
    private static let own: Set<String> = [
        "Area", "Batch", "Cache", "Description", "Folder", "History", "Known", "Linger", "MaxAge", "Publish",
        "Refresh", "Requests", "Rhythm", "Tags", "Title", "URL",
    ]

    /// Reads the rule of an instance; `nil` if it is fetched alone.
    ///
    /// - Parameters:
    ///   - options: The settings as written in the files, with `%i`.
    ///   - name: The instance.
    /// - Throws: An error if `Batch=` is not a number, or the definition cannot be batched.
    init?(_ options: Options, of name: SourceName) throws(OptionError) {
        guard let entry = options.last(in: "Source", named: "Batch") else { return nil }
        guard let size = Int(entry.value), 1...1000 ~= size else {
            throw OptionError(entry, "is not a number from 1 to 1000")
        }
        let url = AddressList(options).entries.first?.value ?? ""
        guard name.instance != nil, url.contains(text: "%i") else {
            throw OptionError(
                entry, "requires a template whose URL= contains %i, which is replaced by a list")
        }
        guard size > 1 else { return nil }
        self.size = size
        address = url
        settings = options.entries.filter { $0.section != "Source" || !BatchRule.own.contains($0.name) }
            .map { "\($0.section).\($0.name)=\($0.value)" }
    }

    /// Returns the address that requests these instances.
    package func url(of instances: [String]) -> String {
        Specifiers.resolve(address, instance: instances.joined(separator: ","), isURL: true)
    }
}
