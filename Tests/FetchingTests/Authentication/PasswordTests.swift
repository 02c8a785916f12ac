import Fetching
import Records
import Testing
import TestServer

@Suite("Users with passwords, and client certificates", .serialized) struct PasswordTests {
    private static let digestChallenge =
        "WWW-Authenticate: Digest realm=\"r\", nonce=\"abc\", qop=\"auth\", algorithm=SHA-256\r\n"

    private static func request(_ lab: Lab, isDigest: Bool) -> FetchRequest {
        var request = lab.request("/private")
        request.authentication.password = .init(user: "reader", password: "s3cr:et", isDigest: isDigest)
        return request
    }

    @Test func `a password is sent with the first request`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        _ = try lab.document(PasswordTests.request(lab, isDigest: false))
        #expect(lab.server.heads.count == 1)
        #expect(lab.server.heads[0].contains("Authorization: Basic cmVhZGVyOnMzY3I6ZXQ=\r\n"))
    }

    @Test func `of a digest, neither the password nor anything before the challenge is sent`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.contains("Authorization: Digest")
                ? [.answer("200 OK", "", "x")]
                : [.answer("401 Unauthorized", PasswordTests.digestChallenge, "no")]
        }
        #expect(try lab.document(PasswordTests.request(lab, isDigest: true)).body.count == 1)
        #expect(lab.server.heads.count == 2)
        #expect(!lab.server.heads[0].contains("Authorization"))
        #expect(lab.server.heads[1].contains("username=\"reader\""))
        #expect(!lab.server.heads.joined().contains("s3cr"))
    }

    @Test func `a refused password is a failure that names neither user nor password`() throws {
        let lab = try Lab()
        for isDigest in [false, true] {
            lab.server.script = { _ in [.answer("401 Unauthorized", PasswordTests.digestChallenge, "s3cr:et")]
            }
            let failure = try lab.failure(PasswordTests.request(lab, isDigest: isDigest))
            #expect(failure.reason == .denied && failure.httpStatus == 401)
            #expect(!failure.message.contains("s3cr") && !failure.message.contains("reader"))
        }
    }

    @Test func `a redirect to another origin does not receive the password`() throws {
        let lab = try Lab()
        let other = try HTTPServer(on: lab.loop)
        lab.server.script = { _ in [.answer("302 Found", "Location: \(other.url("/x"))\r\n")] }
        for isDigest in [false, true] {
            let failure = try lab.failure(PasswordTests.request(lab, isDigest: isDigest))
            #expect(failure.reason == .policy)
        }
        #expect(other.heads.isEmpty)
    }

    private static func server(_ directory: String) throws -> TLSServer {
        try shell(
            """
            cd \(directory)
            for name in server client; do
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=$name \\
                    -addext subjectAltName=DNS:localhost -keyout $name.key -out $name.cert 2>/dev/null
            done
            """)
        return try TLSServer(
            "-cert \(directory)/server.cert -key \(directory)/server.key -Verify 1 -verify_return_error"
                + " -CAfile \(directory)/client.cert")
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try shell("cat '\(path)'"), as: UTF8.self)
    }

    @Test func `a server that requires a certificate is read with one, and refuses without`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try PasswordTests.server(directory.path)
        var request = FetchRequest(url: "https://localhost:\(server.port)/", userAgent: "test")
        request.allowPrivate = true
        request.caFile = "\(directory.path)/server.cert"
        request.timeout = Lab.limit
        #expect(try [.tls, .connect].contains(lab.failure(request).reason))
        let chain = try PasswordTests.text("\(directory.path)/client.cert")
        let key = try PasswordTests.text("\(directory.path)/client.key")
        request.authentication.certificate = .init(chain: chain, key: key)
        #expect(try lab.document(request).body.count > 0)
        request.authentication.certificate = .init(chain: chain + key, key: chain + key)
        #expect(try lab.document(request).body.count > 0, "the key may be in the certificate's file")
    }

    @Test func `a certificate that cannot be used is a fault of the definition`() throws {
        let directory = try TemporaryDirectory()
        let lab = try Lab()
        let server = try PasswordTests.server(directory.path)
        var request = FetchRequest(url: "https://localhost:\(server.port)/", userAgent: "test")
        request.allowPrivate = true
        request.caFile = "\(directory.path)/server.cert"
        try shell(
            "openssl ec -in \(directory.path)/client.key -aes256 -passout pass:x -out \(directory.path)/locked 2>/dev/null"
        )
        let chain = try PasswordTests.text("\(directory.path)/client.cert")
        let locked = try PasswordTests.text("\(directory.path)/locked")
        for key in ["no key", locked] {
            request.authentication.certificate = .init(chain: chain, key: key)
            let failure = try lab.failure(request)
            #expect(failure.reason == .configuration)
            #expect(failure.message.contains("ClientCertificate="))
        }
    }
}
