import Alerts

/// A document of a stream.
enum PushedItem {
    /// A message, as bytes.
    case message([UInt8])
    /// A heartbeat, which names the last messages.
    case heartbeat(AlertHeartbeat)

    /// The size in bytes of what waits.
    var size: Int { if case .message(let bytes) = self { bytes.count } else { 0 } }
}
