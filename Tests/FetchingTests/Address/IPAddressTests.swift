import Fetching
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.255.255", "100.128.0.0", "169.253.1.1",
        "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ]) func `a public address has the scope world`(_ text: String) {
        #expect(IPAddress(text)?.scope == .world)
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.255", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1",
        "100.64.0.1", "::1",
        "fc00::1", "fdff::1", "::ffff:192.168.1.1", "::ffff:127.0.0.1", "64:ff9b::10.0.0.1", "::127.0.0.1",
        "2002:7f00:1::", "2002:c0a8:1::",
    ]) func `this machine and its network have the scope local, also inside other addresses`(_ text: String) {
        #expect(IPAddress(text)?.scope == .local)
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "169.254.169.254", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
        "192.0.2.1",
        "198.18.0.1", "::", "fe80::1", "febf::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1",
        "::ffff:169.254.1.1",
        "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::", "100::1", "5f00::1",
    ]) func `a special address has the scope never`(_ text: String) {
        #expect(IPAddress(text)?.scope == .never)
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "localhost", "fe80::1%lo", "[::1]"])
    func `a text that is not an address is rejected`(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func `an address is printed in its canonical form`() {
        #expect(IPAddress("192.168.0.1")?.description == "192.168.0.1")
        #expect(IPAddress("2001:0DB8::0001")?.description == "2001:db8::1")
    }
}
