import Glibc
import Systemd

/// Who may change sources: root, the daemon's own user, and the group that the socket is for.
final class Rights {
    private let name: String
    private let user = getuid()
    /// Looked up when somebody else than root asks: that may take other services.
    private lazy var group = getgrnam(name).map { $0.pointee.gr_gid }

    /// Makes the rights of a machine on which the group of that name, if there is one, may change sources.
    init(group name: String = "almanac") { self.name = name }

    /// Whether a peer may change sources.
    func mayChange(_ peer: Peer) -> Bool {
        peer.uid == 0 || peer.uid == user || (group.map(peer.belongs(to:)) ?? false)
    }

    /// Whether what a peer defines may reach as far as a file does: root's may, and that of who the daemon
    /// runs as, who could write the file as well.
    func author(_ peer: Peer) -> Definition.Author { peer.uid == 0 || peer.uid == user ? .file : .user }
}
