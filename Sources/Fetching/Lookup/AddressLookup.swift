import Glibc

/// One lookup of a host's addresses, which blocks the thread that makes it, possibly for a minute.
///
/// Source: getaddrinfo(3).
nonisolated enum AddressLookup {
    /// The maximum number of addresses of a host that are tried.
    private static let mostAddresses = 16

    /// Returns the addresses of a name in the order to try them, at least one.
    static func addresses(of name: String) -> Result<[IPAddress], LookupFailure> {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &first)
        guard code == 0 else { return .failure(LookupFailure(code, errno: errno)) }
        defer { freeaddrinfo(first) }
        let entries = sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }
        let addresses = entries.compactMap { $0?.pointee.ai_addr.flatMap { IPAddress(UnsafePointer($0)) } }
        return addresses.isEmpty ? .failure(.unknown) : .success(Array(addresses.prefix(mostAddresses)))
    }
}
