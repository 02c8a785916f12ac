import CSystemd
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted when it connected.
///
/// Source: unix(7), SO_PEERCRED and SO_PEERGROUPS.
public nonisolated struct Peer: Hashable, Sendable {
    /// The process; 0 when it lives in another PID namespace. It may be gone, and its number another's.
    public let pid: Int32
    /// The effective user.
    public let uid: UInt32
    /// The effective group.
    public let gid: UInt32
    /// The supplementary groups, in the kernel's order.
    public let groups: [UInt32]

    /// Makes a peer of its parts.
    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
        (self.pid, self.uid, self.gid, self.groups) = (pid, uid, gid, groups)
    }

    /// Asks the kernel.
    ///
    /// - Parameter socket: A connected Unix stream socket.
    /// - Throws: What getsockopt(2) says.
    public init(of socket: CInt) throws(SystemError) {
        var found = peer_credentials()
        var size = socklen_t(MemoryLayout<peer_credentials>.size)
        try checked("getsockopt", getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size), "SO_PEERCRED")
        self.init(pid: found.pid, uid: found.uid, gid: found.gid, groups: try Peer.groups(of: socket))
    }

    /// Whether it acts for a group.
    public func belongs(to group: UInt32) -> Bool { gid == group || groups.contains(group) }

    /// With too little room the kernel answers ERANGE and how much it needs.
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
