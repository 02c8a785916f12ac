import CSystemd
import Glibc

extension ServiceManager {
    /// Takes the descriptors that the manager handed over: sockets of socket units, and what is in its store.
    ///
    /// They are close-on-exec, none of them blocks, and the environment forgets them: a second call gives none.
    /// Those of the store come last and in any order.
    ///
    /// - Returns: Each with the name that its unit or `store` gave it.
    /// - Throws: When what the manager set makes no sense.
    public static func listenDescriptors() throws(SystemError) -> [PassedDescriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try check("sd_listen_fds_with_names", sd_listen_fds_with_names(1, &names))
        defer { free(names) }
        return (0..<Int(count)).map { index in
            let name = names?[index]
            defer { free(name) }
            let descriptor = FileDescriptor(owning: SD_LISTEN_FDS_START + CInt(index))
            // The manager hands sockets over as blocking ones. Fails for no descriptor that is open.
            _ = fcntl(descriptor.raw, F_SETFL, fcntl(descriptor.raw, F_GETFL) | O_NONBLOCK)
            return PassedDescriptor(name: name.map { String(cString: $0) } ?? "", descriptor)
        }
    }

    /// Leaves a descriptor with the manager, which hands it over to the next run of the service.
    ///
    /// A socket that hangs up is removed by the manager itself. Storing is quadratic in PID 1: keep it to about a thousand.
    ///
    /// - Parameters:
    ///   - descriptor: What to leave; it stays open here too.
    ///   - name: What to find it by: 1–255 bytes of ASCII without control characters and colons.
    /// - Returns: Whether there is a manager that may have taken it.
    /// - Throws: What sd_pid_notify_with_fds(3) says.
    @discardableResult
    public static func store(_ descriptor: CInt, name: String) throws(SystemError) -> Bool {
        let state = "FDSTORE=1\nFDNAME=\(name)"
        let result = sd_pid_notify_with_fds(0, 0, state, [descriptor], 1)
        return try check("sd_pid_notify_with_fds", result, name) > 0
    }

    /// Leaves many descriptors with the manager under one name; see `store` of one.
    ///
    /// - Returns: Whether there is a manager that may have taken them.
    /// - Throws: What sd_pid_notify_with_fds(3) says; some may have been taken.
    public static func store(_ descriptors: [CInt], name: String) throws(SystemError) -> Bool {
        let state = "FDSTORE=1\nFDNAME=\(name)"
        for start in stride(from: 0, to: descriptors.count, by: descriptorsPerMessage) {
            let some = Array(descriptors[start...].prefix(descriptorsPerMessage))
            let result = sd_pid_notify_with_fds(0, 0, state, some, CUnsignedInt(some.count))
            if try check("sd_pid_notify_with_fds", result, name) == 0 { return false }
        }
        return true
    }

    /// The most descriptors that the kernel lets one message carry, SCM_MAX_FD in unix(7).
    private static let descriptorsPerMessage = 253

    /// Has the manager drop what it stores under a name.
    public static func removeStored(name: String) {
        // Without a manager nothing is stored.
        _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)")
    }
}
