import Fetching
import Glibc
import Records
import Systemd
import Testing
import TestServer

/// Servers that close a keep-alive connection at the moment when the next request arrives on it.
///
/// libcurl then closes the socket and opens another one inside the same callback, and the kernel reuses the
/// descriptor number.
@Suite("Connections that a real server cuts", .serialized) struct CutConnectionTests {
    @Test(arguments: [HTTPServer.Act.close, .reset])
    func `a request on a connection that has just ended is answered on another one`(_ cut: HTTPServer.Act)
        throws
    {
        let lab = try Lab()
        lab.server.script = { [unowned server = lab.server] _ in
            server.position == 1 ? [.answer("200 OK", "", "good")] : [cut]
        }
        for _ in 0..<200 { #expect(try lab.document(lab.request()).body.count == 4) }
        #expect(lab.server.connections > 100)
    }

    @Test(arguments: [HTTPServer.Act.close, .reset])
    func `concurrent transfers survive cuts while descriptors are reused`(_ cut: HTTPServer.Act) throws {
        let lab = try Lab { $0.transfersPerHost = 16 }
        var chance = Seeded(state: 7)
        lab.server.script = { [unowned server = lab.server] _ in
            let isCut = server.position > 1 && Bool.random(using: &chance)
            return isCut ? [cut] : [.answer("200 OK", "", "good")]
        }
        let before = openSockets()
        for _ in 0..<60 {
            let requests = (0..<Int.random(in: 1...16, using: &chance)).map { lab.request("/\($0)") }
            for result in try lab.askAll(requests) {
                guard case .failure(let failure) = result else { continue }
                #expect(failure.reason == .connect)
            }
        }
        lab.server.script = { _ in [.answer("200 OK", "", "good")] }
        #expect(try lab.document(lab.request()).body.count == 4)
        #expect(openSockets() - before <= 2 * lab.server.open + 8)
    }
}
