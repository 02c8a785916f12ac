import Glibc
import HTTPServing
import Systemd
import Testing

/// The client for which a request counts, behind a reverse proxy on the Unix socket.
@MainActor @Suite struct ForwardedTests {
    private func counted(
        _ fields: [String], proxy: UInt32? = getuid(), isLocal: Bool = true
    ) throws -> HTTPRequest? {
        var seen: HTTPRequest?
        let site = try Site(proxy: proxy) {
            seen = $0
            $1.respond(HTTPResponse(200, body: Array("hello".utf8)))
        }
        let client = isLocal ? site.client() : site.remoteClient()
        client.send("GET / HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
        try client.wait { $0.hasSuffix("hello") }
        return seen
    }

    @Test(arguments: [
        ("203.0.113.9, 192.0.2.1", [192, 0, 2, 1]), ("192.0.2.1:4711", [192, 0, 2, 1]),
        ("::ffff:192.0.2.1", [192, 0, 2, 1]), ("nonsense, 192.0.2.1 ", [192, 0, 2, 1]),
        // A network of IPv6 counts as one visitor.
        ("2001:db8:1:2:3:4:5:6", [0x20, 1, 0xD, 0xB8, 0, 1, 0, 2]),
        ("[2001:db8:1:2::7]:443", [0x20, 1, 0xD, 0xB8, 0, 1, 0, 2]),
    ])
    func `the last element of the proxy counts`(field: String, address: [UInt8]) throws {
        let request = try #require(try counted(["X-Forwarded-For: \(field)"]))
        #expect(request.counted == .address(address))
        // Rights belong to the process at the other end.
        #expect(request.client == .user(getuid()))
    }

    @Test func `the last of several fields counts`() throws {
        let fields = ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 192.0.2.1"]
        #expect(try counted(fields)?.counted == .address([192, 0, 2, 1]))
    }

    @Test(arguments: ["", "nonsense", "192.0.2.1, ", "192.0.2.1, unix:", "1.2.3", "[::1::]"])
    func `a proxy that states no address counts as its user`(field: String) throws {
        #expect(try counted(["X-Forwarded-For: \(field)"])?.counted == .user(getuid()))
    }

    @Test func `nobody but the proxy says whom a request counts for`() throws {
        let fields = ["X-Forwarded-For: 192.0.2.1"]
        #expect(try counted(fields, proxy: nil)?.counted == .user(getuid()))
        #expect(try counted(fields, proxy: getuid() + 1)?.counted == .user(getuid()))
        #expect(try counted(fields, isLocal: false)?.counted == .address([127, 0, 0, 1]))
    }
}
