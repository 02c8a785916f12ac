import Glibc
import Systemd
import Testing

@Suite struct UserGroupTests {
    @Test func `root is a member of its own group, and the group ID is that of the system`() {
        #expect(UserGroup("root").identifier == 0)
        #expect(UserGroup("root").includes(user: 0))
    }

    @Test
    func `a user without the group, a user who does not exist and a group that does not exist do not match`()
    {
        #expect(!UserGroup("daemon").includes(user: 65_534))
        #expect(!UserGroup("root").includes(user: 4_000_000_000))
        #expect(UserGroup("no-such-group-here").identifier == nil)
        #expect(!UserGroup("no-such-group-here").includes(user: 0))
    }
}
