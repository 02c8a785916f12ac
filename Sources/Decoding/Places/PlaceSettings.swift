public import Records

/// How a service that finds places is to be asked, as the section `[Places]` of a definition says.
///
/// - `Provider=` the service.
/// - `Language=` the language of its answers, such as `de`; its own choice without.
/// - `Suggest=` whether it is asked while somebody types; without, whether its operator allows that.
/// - `Of=` of `recorded`: whose answers they are.
/// - `Answer=` of `recorded`, again and again: `CALL FILE PATTERN`, such as `suggest sydney.json syd*`.
public struct PlaceSettings: Hashable, Sendable {
    /// The service.
    public let provider: Options.Entry
    /// Whose answers are recorded; `nil` when nothing says.
    public let recorded: Options.Entry?
    /// The language of its answers; `nil` leaves it to the service.
    public let language: String?
    /// Whether it is asked while somebody types; `nil` leaves it to its policy.
    public let suggests: Options.Entry?
    /// Where it is asked, without a slash at the end; `nil` at its public address.
    public let address: String?
    /// The recorded answers.
    public let answers: [Options.Entry]
    private let credential: Options.Entry?
    private let url: Options.Entry?

    /// Reads the section, and what of `[Source]` concerns it.
    ///
    /// - Throws: At the first setting that is missing, unknown or cannot be used.
    public init(_ options: Options) throws(OptionError) {
        for entry in options.entries where entry.section == "Places" {
            guard PlaceSettings.known.contains(entry.name) else {
                throw OptionError(entry, "is not a known setting")
            }
        }
        guard let provider = options.last("Places", "Provider") else {
            let file = options.entries.last?.file ?? ""
            throw OptionError(file: file, line: 0, reason: "[Places] has no Provider=")
        }
        self.provider = provider
        recorded = options.last("Places", "Of")
        language = options.last("Places", "Language")?.value
        suggests = options.last("Places", "Suggest")
        answers = options.all("Places", "Answer")
        credential = options.last("Source", "Credential")
        url = options.last("Source", "URL")
        address = url.map { PlaceSettings.withoutSlash($0.value) }
        if let suggests, !["yes", "no"].contains(suggests.value) {
            throw OptionError(suggests, "is neither yes nor no")
        }
    }

    private static let known: Set<String> = ["Provider", "Language", "Suggest", "Of", "Answer"]

    /// Whether it is asked while somebody types, by its policy where nothing is said.
    public func suggests(by policy: PlacePolicy) -> Bool {
        suggests.map { $0.value == "yes" } ?? (policy.noSuggesting == nil)
    }

    /// Whether the service of a policy is asked at its public address, however that is written.
    public func isPublic(by policy: PlacePolicy) -> Bool {
        guard let address else { return true }
        return policy.address.map(PlaceSettings.host) == PlaceSettings.host(of: address)
    }

    /// - Throws: When the definition wants what the operator forbids, or lacks what the operator wants.
    func check(against policy: PlacePolicy, of name: String) throws(OptionError) {
        if let reason = policy.noSuggesting, let suggests, suggests.value == "yes", isPublic(by: policy) {
            throw OptionError(suggests, "is not allowed: \(reason)")
        }
        if policy.needsKey, credential == nil {
            throw OptionError(provider, "needs a key: name it by Credential=")
        }
        if let url, url.value.contains(where: { "?#".contains($0) }) {
            throw OptionError(url, "is more than an address: what is asked is put behind it")
        }
        if policy.address == nil, let url {
            throw OptionError(url, "stands beside Provider=\(name), which asks nobody")
        }
    }

    /// Source: RFC 3986 §3.2; a host is the same in capitals.
    private static func host(of address: String) -> String {
        let authority = address.split(separator: "/").dropFirst().first ?? ""
        let host = authority.split(separator: "@").last ?? ""
        return host.prefix { $0 != ":" }.lowercased()
    }

    private static func withoutSlash(_ text: String) -> String {
        text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
