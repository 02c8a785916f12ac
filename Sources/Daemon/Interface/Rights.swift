import Glibc
import Systemd

/// Who may change sources: root, the daemon's own user, and the group that the socket is for.
nonisolated struct Rights: Hashable, Sendable {
    private let group: gid_t?
    private let user: uid_t

    /// Makes the rights of a machine on which the group of that name, if there is one, may change sources.
    init(group name: String = "almanac") {
        group = getgrnam(name).map { $0.pointee.gr_gid }
        user = getuid()
    }

    /// Whether a peer may change sources.
    func mayChange(_ peer: Peer) -> Bool {
        peer.uid == 0 || peer.uid == user || (group.map(peer.belongs(to:)) ?? false)
    }

    /// Whether what a peer defines may reach into the machine.
    func author(_ peer: Peer) -> Definition.Author { peer.uid == 0 ? .file : .user }
}
