import Glibc

nonisolated extension BrokerAddress {
    /// Connects once more, without the library, and returns why that fails; `nil` if it succeeds.
    ///
    /// Version 2.1.2 of libmosquitto loses the reason: it asks the closed socket for its peer before it
    /// returns. Blocks for as long as the system tries to connect.
    package func reasonNotToConnect() -> CInt? {
        transport == .unix ? reasonAtSocket() : reasonAtHost()
    }

    private func reasonAtSocket() -> CInt? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The path fits: see `init`.
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(host.utf8)) }
        return withUnsafeBytes(of: &address) {
            reason(family: AF_UNIX, $0.baseAddress, socklen_t($0.count))
        }
    }

    /// Returns the reason at the last address of the host; `nil` if one of them accepts.
    private func reasonAtHost() -> CInt? {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var last: CInt?
        var next = list
        while let entry = next?.pointee {
            last = reason(family: entry.ai_family, entry.ai_addr, entry.ai_addrlen)
            if last == nil { return nil }
            next = entry.ai_next
        }
        return last
    }

    private func reason(family: CInt, _ address: UnsafeRawPointer?, _ length: socklen_t) -> CInt? {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let result = Glibc.connect(
            descriptor, address?.assumingMemoryBound(to: sockaddr.self), length)
        return result == 0 ? nil : errno
    }
}
