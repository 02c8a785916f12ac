import Definitions
import Glibc
import Systemd

/// Decides who may change sources: root, the daemon's own user, and the members of the socket's group.
package final class Rights {
    /// The group whose members may change sources and deliver documents, if the group exists.
    nonisolated static let group = UserGroup("almanac")

    /// A few users, which are searched for at each connection.
    private let users: [UInt32]
    /// The group's identifier, looked up when a user other than root calls: the lookup may involve other
    /// services.
    private lazy var group = Rights.group.identifier

    /// Creates the rights of a machine.
    ///
    /// - Parameter users: The users who may change sources in addition to the members of the group.
    package init(users: Set<UInt32> = [0, getuid()]) { self.users = users.sorted() }

    /// Whether the user of a connection may change sources; such users get higher limits and reserved slots.
    func isPrivileged(_ uid: UInt32, _ socket: CInt) -> Bool {
        if users.contains(uid) { return true }
        // An unknown peer gets fewer rights, never more.
        return (try? Peer(of: socket)).map(mayChange) ?? false
    }

    /// Whether a peer may change sources.
    func mayChange(_ peer: Peer) -> Bool {
        users.contains(peer.uid) || (group.map(peer.belongs(to:)) ?? false)
    }

    /// Returns the author to assume for a peer's definitions: root and the daemon's own user have the rights
    /// of a file, because they could write the file as well; others have those of a group member.
    func author(_ peer: Peer) -> Definition.Author { users.contains(peer.uid) ? .file : .user }
}
