import Glibc
import MQTT
import Testing

@Suite struct AddressReasonTests {
    /// Calls a function with a socket of TCP on the loopback that is bound to a free port, and with the port.
    private func withSocket(_ body: (CInt, UInt16) -> Void) {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0)
            }
        }
        body(descriptor, UInt16(bigEndian: address.sin_port))
    }

    @Test func `a port where nobody listens refuses the connection, and one that accepts gives no reason`() {
        withSocket { descriptor, port in
            let address = BrokerAddress("mqtt://127.0.0.1:\(port)")
            #expect(address?.reasonNotToConnect() == ECONNREFUSED)
            precondition(listen(descriptor, 1) == 0)
            #expect(address?.reasonNotToConnect() == nil)
        }
    }

    @Test func `a Unix socket that is missing, and a name that cannot be resolved`() {
        #expect(BrokerAddress("unix:/tmp/almanac-no-broker")?.reasonNotToConnect() == ENOENT)
        #expect(BrokerAddress("mqtt://broker.invalid")?.reasonNotToConnect() == nil)
    }
}
