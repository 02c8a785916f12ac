import Definitions
import Varlink

nonisolated extension Configuration {
    /// Returns the limits for peers on the sockets if the process may open this many file descriptors,
    /// some of which are reserved for its own files and transfers.
    func limits(descriptors: Int) -> Limits {
        var limits = Limits()
        let own = min(Configuration.ownDescriptors, descriptors / 2)
        limits.connections = min(maximumConnections + Configuration.extra, descriptors - own)
        limits.reservedConnections = min(
            maximumConnections / 16 + Configuration.extra / 2, limits.connections / 4)
        limits.connectionsPerUser = connectionsPerUser(isPrivileged: false) + Configuration.extra
        limits.connectionsPerPrivilegedUser = connectionsPerUser(isPrivileged: true) + Configuration.extra
        return limits
    }

    /// The number of connections in addition to subscribers, so that a subscriber over the limit receives an
    /// error and other calls are still answered.
    private static let extra = 64
    /// The number of descriptors reserved for the daemon itself: files, transfers, the database.
    private static let ownDescriptors = 256
}
