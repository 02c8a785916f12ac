public import Systemd
import Glibc

extension SocketSet {
    /// Adds an existing connection, such as one stored by the service manager.
    ///
    /// It is counted, but never refused because of limits.
    ///
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    public func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) -> Channel {
        let account = try account(of: descriptor.raw)
        let channel = try Channel(descriptor, of: account, isReading: false, in: self)
        accounts.open(account)
        channel.addExtras().isShared = true
        channel.start()
        return channel
    }

    /// Returns the account of the peer of a socket.
    private func account(of socket: CInt) throws(SystemError) -> Account {
        let uid = try PeerCredentials(of: socket).uid
        return accounts.account(uid, isPrivileged: isPrivileged(uid, socket))
    }

    /// Creates the channel of a new connection.
    ///
    /// - Returns: `nil` if the limit of the user or of all users is reached; the connection is then closed.
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    func admit(_ connection: consuming FileDescriptor, isReading: Bool) throws(SystemError) -> Channel? {
        let account = try account(of: connection.raw)
        eviction.check(account)
        guard accounts.admits(account) else {
            log(.debug, "refusing a connection of user \(account.uid): there are too many")
            return nil
        }
        if !account.isPrivileged, account.connections >= limits.fullBuffers { shrink(connection.raw) }
        let channel = try Channel(connection, of: account, isReading: isReading, in: self)
        accounts.open(account)
        return channel
    }

    /// Limits the bytes that the kernel holds while the peer does not read.
    private func shrink(_ socket: CInt) {
        var size = CInt(limits.smallBuffer)
        // Fails for a socket that is no longer connected, which its next use detects.
        _ = setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
}
