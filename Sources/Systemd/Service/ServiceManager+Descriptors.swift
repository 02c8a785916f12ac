import CSystemd
import Glibc

extension ServiceManager {
    /// Returns the descriptors from the service manager: sockets of socket units, and the contents of the fd
    /// store.
    ///
    /// The descriptors are close-on-exec and non-blocking, and the environment variables are removed: a
    /// second call returns none. Stored descriptors come last and in any order.
    ///
    /// - Returns: The descriptors, each with the name from its unit or from `store`.
    /// - Throws: `SystemError` if the service manager's variables are invalid.
    public static func listenDescriptors() throws(SystemError) -> [PassedDescriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try check("sd_listen_fds_with_names", sd_listen_fds_with_names(1, &names))
        defer { free(names) }
        return (0..<Int(count)).map { index in
            let name = names?[index]
            defer { free(name) }
            let descriptor = FileDescriptor(owning: SD_LISTEN_FDS_START + CInt(index))
            // The manager passes sockets in blocking mode. This succeeds for every open descriptor.
            _ = fcntl(descriptor.raw, F_SETFL, fcntl(descriptor.raw, F_GETFL) | O_NONBLOCK)
            return PassedDescriptor(name: name.map { String(cString: $0) } ?? "", descriptor)
        }
    }

    /// Stores a descriptor with the service manager, which passes it to the next run of the service.
    ///
    /// The manager itself removes a socket that hangs up. Storing is quadratic in PID 1: store about a
    /// thousand at most.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to store; it also stays open here.
    ///   - name: The name of the stored descriptor: 1–255 bytes of ASCII without control characters and
    ///     colons.
    /// - Returns: Whether there is a manager that may have stored it.
    /// - Throws: The error of sd_pid_notify_with_fds(3).
    @discardableResult
    public static func store(_ descriptor: CInt, name: String) throws(SystemError) -> Bool {
        let state = "FDSTORE=1\nFDNAME=\(name)"
        let result = sd_pid_notify_with_fds(0, 0, state, [descriptor], 1)
        return try check("sd_pid_notify_with_fds", result, name) > 0
    }

    /// Stores several descriptors with the service manager under one name; see `store` for one descriptor.
    ///
    /// - Returns: Whether there is a manager that may have stored them.
    /// - Throws: The error of sd_pid_notify_with_fds(3); some may have been stored.
    public static func store(_ descriptors: [CInt], name: String) throws(SystemError) -> Bool {
        let state = "FDSTORE=1\nFDNAME=\(name)"
        for start in stride(from: 0, to: descriptors.count, by: descriptorsPerMessage) {
            let some = Array(descriptors[start...].prefix(descriptorsPerMessage))
            let result = sd_pid_notify_with_fds(0, 0, state, some, CUnsignedInt(some.count))
            if try check("sd_pid_notify_with_fds", result, name) == 0 { return false }
        }
        return true
    }

    /// The maximum number of descriptors in one message, SCM_MAX_FD in unix(7).
    private static let descriptorsPerMessage = 253

    /// Tells the service manager to close the descriptors stored under a name.
    public static func removeStored(name: String) {
        // Without a service manager nothing is stored.
        _ = sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(name)")
    }
}
