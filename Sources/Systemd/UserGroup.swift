import Glibc

/// A group of users, identified by its name.
///
/// Every lookup queries the name services again and can block: call it rarely or on a worker.
///
/// Source: getgrnam_r(3), getpwuid_r(3), getgrouplist(3).
public nonisolated struct UserGroup: Hashable, Sendable {
    /// The name, such as `almanac`.
    public let name: String

    /// The maximum size of an entry of the name services, in bytes.
    private static let largestEntry = 1 << 20

    /// Creates the group with that name, which need not exist.
    public init(_ name: String) { self.name = name }

    /// The group ID; `nil` when there is no such group.
    public var identifier: UInt32? {
        UserGroup.lookup { buffer, size in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrnam_r(name, &entry, buffer, size, &found)
            return (code, found.map { $0.pointee.gr_gid })
        }
    }

    /// Whether a user is a member, through the primary group or a supplementary group.
    public func includes(user: UInt32) -> Bool {
        guard let identifier else { return false }
        let groups = UserGroup.lookup { buffer, size -> (CInt, [UInt32]?) in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwuid_r(user, &entry, buffer, size, &found)
            return (code, found.map { UserGroup.groups(of: $0.pointee) })
        }
        return groups?.contains(identifier) ?? false
    }

    private static func groups(of user: passwd) -> [UInt32] {
        var groups = [gid_t](repeating: 0, count: 64)
        while true {
            var count = CInt(groups.count)
            if getgrouplist(user.pw_name, user.pw_gid, &groups, &count) >= 0 {
                return Array(groups.prefix(Int(count)))
            }
            guard Int(count) > groups.count else { return [user.pw_gid] }
            groups = [gid_t](repeating: 0, count: Int(count))
        }
    }

    /// Calls `ask` with a growing buffer until the result fits.
    private static func lookup<T>(_ ask: (UnsafeMutablePointer<CChar>, Int) -> (CInt, T?)) -> T? {
        var size = 1024
        while size <= largestEntry {
            let (code, found) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) {
                ask($0.baseAddress!, $0.count)
            }
            if code != ERANGE { return found }
            size *= 2
        }
        return nil
    }
}
