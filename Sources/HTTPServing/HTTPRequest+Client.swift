import Glibc
import Records
import Systemd

nonisolated extension HTTPRequest.Client {
    /// The user of a peer whose credentials the kernel does not state: nobody has this number.
    private static let unknownUser = UInt32.max

    /// Determines the client at the other end of a socket.
    init(connectedTo socket: CInt) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
        }
        let isAddress = result == 0 && [AF_INET, AF_INET6].contains(CInt(address.ss_family))
        self = isAddress ? HTTPRequest.Client(address) : .user(HTTPRequest.Client.user(of: socket))
    }

    /// Whether the client is a process that connected to a Unix socket.
    public var isLocal: Bool { if case .user = self { true } else { false } }

    /// The client as limits count it: a network of IPv6 counts as one, because everybody who has one address
    /// of it has all 2⁶⁴.
    ///
    /// Source: RFC 4291, 2.5.4 (interface identifiers have 64 bits).
    var counted: HTTPRequest.Client {
        guard case .address(let bytes) = self, bytes.count == 16 else { return self }
        return .address(Array(bytes[0..<8]))
    }

    private init(_ address: sockaddr_storage) {
        self = withUnsafeBytes(of: address) { bytes in
            let isFour = CInt(address.ss_family) == AF_INET
            return .address(isFour ? Array(bytes[4..<8]) : HTTPRequest.Client.plain(Array(bytes[8..<24])))
        }
    }

    private static func user(of socket: CInt) -> UInt32 {
        do throws(SystemError) {
            return try Peer(of: socket).uid
        } catch {
            // Such a connection ends at once; until then, it counts together with others of its kind.
            return unknownUser
        }
    }

    /// Returns the four bytes of an IPv4 address that is mapped to IPv6, or else the sixteen bytes.
    ///
    /// Source: RFC 4291, 2.5.5.2.
    private static func plain(_ address: [UInt8]) -> [UInt8] {
        let isMapped = address.prefix(10).allSatisfy { $0 == 0 } && address[10...11].allSatisfy { $0 == .max }
        return isMapped ? Array(address.suffix(4)) : address
    }
}

nonisolated extension HTTPRequest.Client {
    /// Parses the last element of an `X-Forwarded-For`, which the nearest proxy added: an address, perhaps
    /// with a port; `nil` for anything else. What stands before it may be anybody's invention.
    init?(forwarded field: String) {
        guard let last = field.utf8.split(separator: .comma, omittingEmptySubsequences: false).last else {
            return nil
        }
        let text = String(Substring(last.drop(while: \.isBlank).prefix { !$0.isBlank }))
        let colons = text.utf8.count { $0 == .colon }
        if text.utf8.first == .leftBracket {
            self.init(text.utf8.dropFirst().prefix { $0 != .rightBracket }, AF_INET6, bytes: 16)
        } else if colons > 1 {
            self.init(text.utf8[...], AF_INET6, bytes: 16)
        } else {
            self.init(text.utf8.prefix { $0 != .colon }, AF_INET, bytes: 4)
        }
    }

    private init?(_ text: Substring.UTF8View, _ family: CInt, bytes count: Int) {
        var address = [UInt8](repeating: 0, count: count)
        guard inet_pton(family, String(Substring(text)), &address) == 1 else { return nil }
        self = .address(count == 16 ? HTTPRequest.Client.plain(address) : address)
    }
}
