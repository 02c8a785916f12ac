import Glibc

/// An IP address, version 4 or 6.
public nonisolated struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes in network order, 4 or 16.
    public let bytes: [UInt8]

    /// Parses an address such as `192.0.2.1` or `2001:db8::1`; `nil` for anything else.
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Extracts the address from a socket address; `nil` for another address family.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch CInt(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
                withUnsafeBytes(of: four.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
                withUnsafeBytes(of: six.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The address as text.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The range that the address belongs to.
    public var scope: AddressScope { bytes.count == 4 ? scopeOf4 : scopeOf6 }

    private var scopeOf4: AddressScope {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (169, 254, _), (224...255, _, _): .never
        case (10, _, _), (127, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): .local
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): .never
        default: .world
        }
    }

    private var scopeOf6: AddressScope {
        if let inner { return inner.scope }
        switch (bytes[0], bytes[1]) {
        case (0, 0): return bytes == loopback6 ? .local : .never
        case (0xFC...0xFD, _): return .local
        case (0x20, 0x01):
            let isReserved = bytes[2] < 2 || bytes[2] == 0x0D && bytes[3] == 0xB8
            return isReserved ? .never : .world
        case (0x20...0x3F, _): return .world
        default: return .never
        }
    }

    /// The embedded version 4 address: mapped and compatible (RFC 4291 §2.5.5), NAT64 (RFC 6052, RFC 8215),
    /// 6to4 (RFC 3056).
    private var inner: IPAddress? {
        let tail = IPAddress(bytes[12...])
        if bytes.starts(with: [0x20, 0x02]) { return IPAddress(bytes[2..<6]) }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) { return tail }
        guard bytes.prefix(10).allSatisfy({ $0 == 0 }) else { return nil }
        if bytes[10] == 0xFF, bytes[11] == 0xFF { return tail }
        return bytes[10] == 0 && bytes[11] == 0 && bytes != loopback6 ? tail : nil
    }

    private var loopback6: [UInt8] { [UInt8](repeating: 0, count: 15) + [1] }
}
