import Decoding
import Feeds
public import Records

/// The archive of a system of alerts, from which a message can be fetched that another one names:
/// `References=` of a definition, an address with `{date}`, `{sent}` and `{identifier}`.
///
/// The two latter stand for the time and the identifier of the reference, with an underscore for each colon,
/// hyphen and plus sign.
///
/// Source: NAAD, `cap.alertready.ca/{date}/{sent}I{identifier}.xml`; seevee/cap_alerts issue 164, 2026-08-22:
/// the rule holds for 372 of 372 links of the index.
public struct AlertArchive: Hashable, Sendable {
    /// The maximum number of messages that one refresh fetches, each once.
    public static let most = 20
    /// The maximum number of messages of a heartbeat that are checked, the last ones.
    private static let mostNamed = 100
    /// The delay before a message that was gone is requested again.
    public static let patience = Duration.seconds(86_400)

    private let pattern: String

    /// Reads the setting of a definition; `nil` if it has none.
    ///
    /// - Throws: `OptionError` if it is no address with `{identifier}`.
    public init?(_ options: Options) throws(OptionError) {
        guard let entry = options.last(in: "Alert", named: "References") else { return nil }
        let isAddress = entry.value.hasPrefix("https://") || entry.value.hasPrefix("http://")
        guard isAddress, entry.value.contains(text: "{identifier}") else {
            throw OptionError(entry, "is not an address with {identifier}")
        }
        pattern = entry.value
    }

    /// Returns the addresses of messages to fetch, the latest first.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - tag: The tag of the definition; see `LinkMemo.name(of:tag:)`.
    ///   - recall: Returns what is remembered under a name.
    /// - Returns: The addresses of messages that others name, that were never read, and that the archive may
    ///   have.
    public func wanted(at now: UTC, tag: String, recall: (String) throws -> String?) rethrows -> [String] {
        let gaps = AlertGaps(try recall(AlertGaps.name) ?? "")
        return try wanted(gaps, at: now, tag: tag, recall: recall)
    }

    /// Returns the addresses of the messages that some messages name, and that are neither among these nor
    /// were read, the latest first; see `wanted(at:tag:recall:)`.
    ///
    /// - Parameters:
    ///   - messages: The documents.
    ///   - now: The moment.
    ///   - tag: The tag of the definition.
    ///   - recall: Returns what is remembered under a name.
    /// - Returns: The addresses.
    public func wanted(
        by messages: [[UInt8]], at now: UTC, tag: String, recall: (String) throws -> String?
    ) rethrows -> [String] {
        var gaps = AlertGaps("")
        var ignored: [Reject] = []
        // A message that cannot be read names nothing; its decoder says why.
        let read = messages.compactMap { try? XMLTree(parsing: $0.span).root }
            .filter { $0.name == "alert" }.compactMap { CAPReader.message($0, rejects: &ignored) }
        let names = Set(read.map(\.name))
        for message in read where message.status == "Actual" {
            for reference in message.references {
                guard let name = message.name(of: reference), !names.contains(name) else { continue }
                if try recall(name) == nil { gaps.add(reference, of: message.sender) }
            }
        }
        return try wanted(gaps, at: now, tag: tag, recall: recall)
    }

    /// Returns the addresses of the messages that a heartbeat names, and that were never read, the latest
    /// first; see `wanted(at:tag:recall:)`.
    public func wanted(
        namedBy heartbeat: AlertHeartbeat, at now: UTC, tag: String, recall: (String) throws -> String?
    ) rethrows -> [String] {
        var gaps = AlertGaps("")
        for reference in heartbeat.references.suffix(AlertArchive.mostNamed) {
            let memo = try recall(reference.sender + "," + reference.identifier).map { AlertMemo($0) }
            if memo == nil || memo?.end == .missed { gaps.add(reference, of: reference.sender) }
        }
        return try wanted(gaps, at: now, tag: tag, recall: recall)
    }

    private func wanted(
        _ gaps: AlertGaps, at now: UTC, tag: String, recall: (String) throws -> String?
    ) rethrows -> [String] {
        let recent = gaps.references.filter { $0.sent.map { $0 > now - AlertGaps.age } ?? false }
        return try recent.reversed().map(url).filter { url in
            let memo = try recall(LinkMemo.name(of: url, tag: tag)).flatMap(LinkMemo.init)
            return !(memo?.isSettled(at: now, after: AlertArchive.patience) ?? false)
        }
    }

    /// Returns the address of a message.
    public func url(of reference: AlertReference) -> String {
        pattern.replacing(text: "{date}", with: String(reference.sentText.prefix(10)).percentEncoded())
            .replacing(text: "{sent}", with: AlertArchive.folded(reference.sentText))
            .replacing(text: "{identifier}", with: AlertArchive.folded(reference.identifier))
    }

    /// Returns the addresses at which an index may name a message: an index may name one of https by http.
    func urls(of message: XMLNode) -> [String] {
        guard let identifier = message["identifier"], let sent = message["sent"] else { return [] }
        let own = url(of: AlertReference(identifier, sent: nil, sentText: sent))
        return own.hasPrefix("https://") ? [own, "http" + own.dropFirst(5)] : [own]
    }

    /// Returns a text as a part of a path: what others than the archive wrote has no meaning in it.
    private static func folded(_ text: String) -> String {
        let bytes = text.utf8.map { ":-+".utf8.contains($0) ? UInt8(ascii: "_") : $0 }
        return String(decoding: bytes, as: UTF8.self).percentEncoded()
    }
}
