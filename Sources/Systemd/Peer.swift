import CSystemd
import Glibc

/// The credentials of the peer of a Unix socket, as the kernel recorded them when it connected.
///
/// Source: unix(7), SO_PEERCRED and SO_PEERGROUPS.
public nonisolated struct Peer: Hashable, Sendable {
    /// The process ID; 0 when the process is in another PID namespace. The process may have exited, and its
    /// ID may have been reused.
    public let pid: Int32
    /// The effective user ID.
    public let uid: UInt32
    /// The effective group ID.
    public let gid: UInt32
    /// The supplementary groups, in the kernel's order.
    public let groups: [UInt32]

    /// Creates a peer from its parts.
    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }

    /// Reads the credentials from the kernel.
    ///
    /// - Parameter socket: A connected Unix stream socket.
    /// - Throws: The error of getsockopt(2).
    public init(of socket: CInt) throws(SystemError) {
        var found = peer_credentials()
        var size = socklen_t(MemoryLayout<peer_credentials>.size)
        try checked("getsockopt", getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size), "SO_PEERCRED")
        self.init(pid: found.pid, uid: found.uid, gid: found.gid, groups: try Peer.groups(of: socket))
    }

    /// Whether the peer is a member of a group.
    public func belongs(to group: UInt32) -> Bool { gid == group || groups.contains(group) }

    /// If the buffer is too small, the kernel returns ERANGE and the required size.
    private static func groups(of socket: CInt) throws(SystemError) -> [UInt32] {
        var groups = [gid_t](repeating: 0, count: 64)
        while true {
            var size = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
            let result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, &groups, &size)
            let count = Int(size) / MemoryLayout<gid_t>.stride
            if result == 0 { return Array(groups.prefix(count)) }
            guard errno == ERANGE, count > groups.count else { throw .last("getsockopt", "SO_PEERGROUPS") }
            groups = [gid_t](repeating: 0, count: count)
        }
    }
}
