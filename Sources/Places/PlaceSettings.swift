public import Records

/// The settings for a service that finds places, from the section `[Places]` of a definition.
///
/// - `Provider=`: the service.
/// - `Language=`: the language of its answers, such as `de`; by default its own choice.
/// - `Suggest=`: whether it is used for typeahead; by default whether its operator allows that.
/// - `Of=`: for `recorded`, the service whose answers were recorded.
/// - `Answer=`: for `recorded`, may be repeated: `CALL FILE PATTERN`, such as `suggest sydney.json syd*`.
public struct PlaceSettings: Hashable, Sendable {
    /// The service.
    public let provider: Options.Entry
    /// The service whose answers were recorded; `nil` if not given.
    public let recorded: Options.Entry?
    /// The language of the answers; `nil` for the service's choice.
    public let language: String?
    /// Whether the service is used for typeahead; `nil` to follow its policy.
    public let suggests: Options.Entry?
    /// The address without a final slash; `nil` for the public one.
    public let address: String?
    /// The recorded answers.
    public let answers: [Options.Entry]
    private let credential: Options.Entry?
    private let url: Options.Entry?

    /// Reads the section and the relevant settings of `[Source]`.
    ///
    /// - Throws: `OptionError` at the first setting that is missing, unknown or cannot be used.
    public init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Places" {
            guard PlaceSettings.known.contains(entry.name) else {
                throw OptionError.unknown(entry, among: PlaceSettings.known)
            }
        }
        guard let provider = options.last(in: "Places", named: "Provider") else {
            let file = options.entries.last?.file ?? ""
            throw OptionError(file: file, line: 0, reason: "[Places] has no Provider=")
        }
        self.provider = provider
        recorded = options.last(in: "Places", named: "Of")
        language = options.last(in: "Places", named: "Language")?.value
        suggests = options.last(in: "Places", named: "Suggest")
        answers = options.all(in: "Places", named: "Answer")
        credential = options.last(in: "Source", named: "Credential")
        url = options.last(in: "Source", named: "URL")
        address = url.map { PlaceSettings.withoutSlash($0.value) }
        if let suggests, !["yes", "no"].contains(suggests.value) {
            throw OptionError(suggests, "is neither yes nor no")
        }
    }

    /// The settings of `[Places]`.
    package static let known: Set<String> = ["Provider", "Language", "Suggest", "Of", "Answer"]

    /// Whether the service is used for typeahead, by default as its policy allows.
    public func suggests(by policy: PlacePolicy) -> Bool {
        suggests.map { $0.value == "yes" } ?? (policy.noSuggesting == nil)
    }

    /// Whether the service is used at the public address of a policy, in any spelling.
    public func isPublic(by policy: PlacePolicy) -> Bool {
        guard let address else { return true }
        return policy.address.map(PlaceSettings.host) == PlaceSettings.host(of: address)
    }

    /// Checks the settings against a policy.
    ///
    ///
    /// - Throws: `OptionError` if the definition requests something that the operator forbids, or lacks
    ///   something that the operator requires.
    func check(against policy: PlacePolicy, of name: String) throws(OptionError) {
        if let reason = policy.noSuggesting, let suggests, suggests.value == "yes", isPublic(by: policy) {
            throw OptionError(suggests, "is not allowed: \(reason)")
        }
        if policy.needsKey, credential == nil {
            throw OptionError(provider, "needs a key: set Credential=")
        }
        if let url, url.value.contains(where: { "?#".contains($0) }) {
            throw OptionError(url, "must be an address without a query, which almanacd appends")
        }
        if policy.address == nil, let url {
            throw OptionError(url, "cannot be combined with Provider=\(name), which sends no requests")
        }
    }

    /// Returns the host in lower case. Source: RFC 3986 §3.2.
    private static func host(of address: String) -> String {
        let authority = address.split(separator: "/").dropFirst().first ?? ""
        let host = authority.split(separator: "@").last ?? ""
        return host.prefix { $0 != ":" }.lowercased()
    }

    private static func withoutSlash(_ text: String) -> String {
        text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
