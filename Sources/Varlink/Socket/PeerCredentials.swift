import Glibc
import Systemd

/// The credentials of a peer, in a compact form that each connection can keep.
///
/// Source: unix(7), SO_PEERCRED, struct ucred.
nonisolated struct PeerCredentials {
    let pid: Int32
    let uid: UInt32
    let gid: UInt32

    /// Reads the credentials from the kernel.
    init(of socket: CInt) throws(SystemError) {
        var found: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: found))
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size) == 0 else {
            throw .last("getsockopt", "SO_PEERCRED")
        }
        pid = found.pid
        uid = found.uid
        gid = found.gid
    }
}
