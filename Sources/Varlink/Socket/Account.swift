import Reactive

/// The resources used by all connections of one user.
final class Account {
    let uid: UInt32
    /// Whether the user has higher limits and reserved slots.
    let isPrivileged: Bool
    /// Whether limits apply; connections made by this process have none.
    let isLimited: Bool
    /// The number of the user's connections, including lingering ones.
    var connections = 0
    /// The number of bytes that wait to be sent to the user.
    var unsent = 0
    /// The number of received bytes that are held for the user.
    var received = 0
    /// The connections that wait for room for unsent bytes, in order.
    var waiting: [any RoomClient] = []
    /// The timer that runs while the user has more unsent bytes than permitted.
    var excess: AnyCancellable?

    init(uid: UInt32, isPrivileged: Bool, isLimited: Bool = true) {
        self.uid = uid
        self.isPrivileged = isPrivileged
        self.isLimited = isLimited
    }
}

/// A connection that produces more output when its user has fewer unsent bytes.
///
/// A protocol, so that accounts do not depend on channels, each of which refers to its account.
protocol RoomClient: AnyObject {
    /// Called when the connections of the user have fewer unsent bytes.
    func roomCame()
}
