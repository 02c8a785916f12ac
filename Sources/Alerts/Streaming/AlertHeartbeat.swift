import Feeds
import Records

/// A message of a stream of alerts that names the last ones, so that a client finds out which it has missed.
///
/// Source: NAAD, Last Mile Distributor guide: the sender is `NAADS-Heartbeat`, the status `System`; it is sent
/// each minute and names the last ten messages in its references.
public struct AlertHeartbeat: Hashable, Sendable {
    /// The time after the last heartbeat at which a connection counts as lost.
    public static let patience = Duration.seconds(120)
    /// The largest size of a heartbeat, in bytes.
    private static let largest = 65_536
    private static let sender = "NAADS-Heartbeat"

    /// The last messages, with their senders.
    public let references: [AlertReference]

    /// Reads a document of a stream; `nil` if it is another message, or cannot be read.
    public init?(_ document: [UInt8]) {
        // Only a document with the name is parsed here: large messages are parsed on a worker.
        guard document.count <= AlertHeartbeat.largest, document[...].contains(text: AlertHeartbeat.sender),
            let root = try? XMLTree(parsing: document.span).root, root.name == "alert",
            root["sender"] == AlertHeartbeat.sender, root["status"] == "System"
        else { return nil }
        references = CAPReader.references(root["references"] ?? "")
    }
}
