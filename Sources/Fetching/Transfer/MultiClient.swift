import CCurl
import Glibc
import Records
import Systemd

/// The owner of an easy handle in a set of transfers.
protocol MultiClient: AnyObject {
    /// The easy handle.
    var handle: UnsafeMutableRawPointer { get }
    /// Handles the end of the transfer.
    func finish(_ code: CURLcode)
    /// Ends the transfer because of a fault of this machine.
    func fail(_ reason: String)
    /// Whether a connection to an address may be tried; `nil` for one of an unknown family.
    func mayConnect(to ip: IPAddress?) -> Bool
    /// Cancels an older watch of this descriptor number, which the kernel has just given to a new socket.
    func opened(_ socket: curl_socket_t)
}

/// Opens the socket for a connection of libcurl unless the rules of its owner forbid the address, whichever name
/// or redirect led there.
///
/// Source: CURLOPT_OPENSOCKETFUNCTION(3).
nonisolated func openSocket<Owner: MultiClient>(
    of _: Owner.Type, _ me: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    let place = withUnsafePointer(to: &address.pointee.addr) { IPAddress($0) }
    let isAllowed = callOwner(of: me) { (owner: Owner) in owner.mayConnect(to: place) }
    guard isAllowed else { return CURL_SOCKET_BAD }
    let kind = address.pointee.socktype | CInt(bitPattern: SOCK_CLOEXEC.rawValue)
    let made = socket(address.pointee.family, kind, address.pointee.protocol)
    if made >= 0 { callOwner(of: me) { (owner: Owner) in owner.opened(made) } }
    return made
}
