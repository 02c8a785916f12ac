import Glibc
import Systemd

/// Who connected, in the few bytes that a connection keeps of it.
///
/// Source: unix(7), SO_PEERCRED, struct ucred.
nonisolated struct Identity {
    let pid: Int32
    let uid: UInt32
    let gid: UInt32

    /// Asks the kernel.
    init(of socket: CInt) throws(SystemError) {
        var found: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: found))
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &size) == 0 else {
            throw .last("getsockopt", "SO_PEERCRED")
        }
        (pid, uid, gid) = found
    }
}
