import Glibc
import Systemd
import Testing

@Suite struct PeerTests {
    @Test func `the peer of a socket is the process, user and groups that created it`() throws {
        let pair = SocketPair()
        let peer = try Peer(of: pair.near.raw)
        #expect(peer.pid == getpid())
        #expect(peer.uid == geteuid())
        #expect(peer.gid == getegid())
        let count = getgroups(0, nil)
        var groups = [UInt32](repeating: 0, count: Int(max(0, count)))
        getgroups(count, &groups)
        #expect(Set(peer.groups) == Set(groups))
        #expect(peer.belongs(to: getegid()))
        #expect(!peer.belongs(to: 4_000_000_000))
    }

    @Test func `a descriptor that is not a socket has no peer`() throws {
        let directory = TemporaryDirectory()
        let file = try FileDescriptor(opening: directory.path("plain"), O_RDWR | O_CREAT)
        let error = #expect(throws: SystemError.self) { try Peer(of: file.raw) }
        #expect(error?.code == ENOTSOCK)
    }
}
