import Fetching
import Records
import Testing
import TestServer

@Suite("TLS, with a real server", .serialized) struct TLSTests {
    private static func certificate(_ directory: String, _ name: String) throws -> String {
        let files = "-keyout \(directory)/key -out \(directory)/cert"
        try shell(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test"
                + " -addext subjectAltName=\(name) \(files) 2>/dev/null")
        return "-cert \(directory)/cert -key \(directory)/key"
    }

    /// Creates a certificate that expired in 2021, signed by an authority that is valid.
    private static func expiredCertificate(_ directory: String) throws -> String {
        try shell("mkdir \(directory)/ca")
        _ = try certificate("\(directory)/ca", "DNS:authority.example")
        try shell(
            """
            cd \(directory)
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost \\
                -keyout key -out request 2>/dev/null
            printf '[ca]\ndefault_ca=a\n[a]\ndatabase=index\nrand_serial=yes\nnew_certs_dir=.\n' > ca.conf
            printf 'default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n' >> ca.conf
            printf 'subjectAltName=DNS:localhost\n' > names
            touch index
            openssl ca -batch -config ca.conf -extfile names -cert ca/cert -keyfile ca/key -in request -out cert \\
                -notext -startdate 20200101000000Z -enddate 20210101000000Z 2>/dev/null
            """)
        return "-cert \(directory)/cert -key \(directory)/key"
    }

    private static func request(_ port: Int, caFile: String?) -> FetchRequest {
        var request = FetchRequest(url: "https://localhost:\(port)/", userAgent: "test")
        request.allowPrivate = true
        request.caFile = caFile
        request.timeout = Lab.limit
        return request
    }

    @Test func `a certificate that CAFile= names is trusted`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try TLSServer(try TLSTests.certificate(directory.path, "DNS:localhost"))
        let document = try lab.document(TLSTests.request(server.port, caFile: "\(directory.path)/cert"))
        #expect(document.timings.secured != nil)
        #expect(try document.looksLikeHTML())
    }

    @Test func `an unknown certificate is refused, and the message names host and fault`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try TLSServer(try TLSTests.certificate(directory.path, "DNS:localhost"))
        let failure = try lab.failure(TLSTests.request(server.port, caFile: nil))
        #expect(failure.reason == .tls)
        #expect(failure.message.hasPrefix("localhost: "))
        #expect(failure.message.contains("self-signed certificate"))
        #expect(failure.message.hasSuffix("; CAFile= names certificates to trust"))
    }

    @Test func `a certificate of another host is refused, and the message names host and fault`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try TLSServer(try TLSTests.certificate(directory.path, "DNS:other.example"))
        let failure = try lab.failure(TLSTests.request(server.port, caFile: "\(directory.path)/cert"))
        #expect(failure.reason == .tls)
        #expect(failure.message.hasPrefix("localhost: "))
        #expect(failure.message.contains("does not match") || failure.message.contains("no alternative"))
        #expect(!failure.message.contains("CAFile="))
        #expect(failure.message.hasSuffix("; check the host in URL="))
    }

    @Test func `an expired certificate is refused without advice to trust it`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try TLSServer(try TLSTests.expiredCertificate(directory.path))
        for caFile in ["\(directory.path)/ca/cert", nil] {
            let failure = try lab.failure(TLSTests.request(server.port, caFile: caFile))
            #expect(failure.reason == .tls)
            #expect(failure.message.contains("CAFile=") == (caFile == nil))
            #expect(
                failure.message.contains("certificate has expired; the upstream must renew it")
                    == (caFile != nil))
        }
    }

    @Test func `an old protocol is refused`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let options = try TLSTests.certificate(directory.path, "DNS:localhost")
        let server = try TLSServer(options + " -tls1_1 -cipher DEFAULT@SECLEVEL=0")
        let failure = try lab.failure(TLSTests.request(server.port, caFile: "\(directory.path)/cert"))
        #expect(failure.reason == .tls)
    }

    @Test func `plain http where TLS should be is refused`() throws {
        let lab = try Lab()
        lab.server.greeting = [.say("HTTP/1.1 400 Bad Request\r\n\r\n"), .close]
        var request = lab.request()
        request.url = "https://127.0.0.1:\(lab.server.port)/"
        #expect(try lab.failure(request).reason == .tls)
    }

    @Test func `a missing file of CAFile= is a fault of the definition`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try TLSServer(try TLSTests.certificate(directory.path, "DNS:localhost"))
        let failure = try lab.failure(TLSTests.request(server.port, caFile: "/nowhere"))
        #expect(failure.reason == .configuration)
    }

    @Test func `a redirect from https to http is not followed, even where http is allowed`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        try directory.write("moved", "HTTP/1.1 302 Found\r\nLocation: \(lab.server.url())\r\n\r\n")
        let options = try TLSTests.certificate(directory.path, "DNS:localhost")
        let server = try TLSServer(options + " -HTTP", in: directory.path)
        var request = TLSTests.request(server.port, caFile: "\(directory.path)/cert")
        request.url += "moved"
        request.allowHTTP = true
        let failure = try lab.failure(request)
        #expect(failure.reason == .policy && failure.message.contains("redirects to plain http"))
        #expect(lab.server.heads.isEmpty)
    }
}
