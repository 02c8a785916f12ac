import Records

/// A provider like Canada's NAAD: an index of the messages of two days, of which it omits some, and an
/// archive.
///
/// Source: seevee/cap_alerts, docs/evidence, 2026-07 to 2026-08: the index omits about 15 % of the messages,
/// which return after up to 21 hours; of two hosts, one may be behind.
final class IndexUpstream: WarningUpstream {
    private static let window: Int64 = 172_800
    /// The time by which an old answer is behind, in seconds.
    private static let age: Int64 = 1200

    let hosts: Set<String> = ["naad.example", "archive.example"]
    let isEndedByAbsence = false
    let warnings: [Warning]
    /// The messages, in the order in which they are sent.
    let messages: [Warning.Message]
    private let messagesByPath: [String: Warning.Message]
    /// The times in which the index omits each message.
    private let omissions: [String: ChanceSpans]
    private let emptySpans: ChanceSpans
    private let oldSpans: ChanceSpans
    /// The messages that the archive does not have.
    private let lost: Set<String>
    /// The setting of its stream; empty without.
    private let push: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - start: The start, in seconds since 1970.
    ///   - days: The time.
    ///   - isFollowed: Whether its definition names its stream.
    ///   - chance: The random numbers.
    init(from start: Int64, days: Int, isFollowed: Bool, _ chance: inout Chance) {
        push = isFollowed ? "Push=tls://\(AlertStream.host):8443\n" : ""
        warnings = Warning.month(from: start, days: days, isEndedByMessage: true, &chance)
        messages = warnings.flatMap(\.messages).sorted {
            ($0.sent, $0.identifier) < ($1.sent, $1.identifier)
        }
        messagesByPath = Dictionary(messages.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
        var omissions: [String: ChanceSpans] = [:]
        for message in messages {
            let (pause, length) = (214_000, 75_600)
            // Some are omitted when they are sent.
            let range = message.sent - Int64(4 * pause)..<message.sent + IndexUpstream.window
            omissions[message.identifier] = ChanceSpans(in: range, pause: pause, length: length, &chance)
        }
        self.omissions = omissions
        let month = start..<start + Int64(days) * 86_400
        emptySpans = ChanceSpans(in: month, pause: 200_000, length: 900, &chance)
        oldSpans = ChanceSpans(in: month, pause: 30_000, length: 600, &chance)
        lost = Set(messages.filter { _ in chance.isTrue(0.05) }.map(\.identifier))
    }

    var definition: (name: String, text: String) {
        (
            name: "naad",
            text: """
            [Source]
            Kind=alert
            URL=https://naad.example/
            Refresh=10min
            \(push)[Alert]
            Absence=nothing
            References=https://archive.example/{date}/{sent}I{identifier}.xml

            """
        )
    }

    /// Whether the archive has a message.
    func isArchived(_ message: Warning.Message) -> Bool { !lost.contains(message.identifier) }

    func answer(_ request: HTTPRequest, at now: Int64, _ seen: WarningCheck) -> WarningAnswer {
        if request.host == "naad.example", request.path == "/" { return index(request, at: now) }
        guard let message = messagesByPath[request.path], message.sent <= now,
            request.host == "naad.example" || !lost.contains(message.identifier)
        else { return .missing }
        seen.sent(message)
        return WarningAnswer(
            Array(message.document.utf8), tag: message.identifier, "application/cap+xml", for: request)
    }

    private func index(_ request: HTTPRequest, at now: Int64) -> WarningAnswer {
        let time = oldSpans.contains(now) ? now - IndexUpstream.age : now
        let listed = messages.filter {
            $0.sent <= time && $0.sent > time - IndexUpstream.window && !emptySpans.contains(time)
                && omissions[$0.identifier]?.contains(time) == false
        }
        let updated = UTC(seconds: messages.last { $0.sent <= time }?.sent ?? time)
        let entries = listed.map {
            "<entry><id>\($0.identifier)</id><link href=\"https://naad.example\($0.path)\"/></entry>"
        }
        let text = "<feed><updated>\(updated)</updated>\(entries.joined())</feed>"
        let tag = String(RecordHash(Array(text.utf8)).low, radix: 16)
        return WarningAnswer(Array(text.utf8), tag: tag, "application/atom+xml", for: request)
    }
}
