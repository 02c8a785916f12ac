import Definitions
import Records
import Testing

/// `Push=`, the stream of an upstream.
@Suite struct PushSettingTests {
    private static let alert = "[Alert]\nAbsence=nothing\nReferences=https://a.example/{identifier}\n"

    private func definition(
        _ push: String, source: String = "Kind=alert\nURL=https://a.example/\n", alert: String = alert
    ) throws(OptionError) -> Definition {
        var options = Options()
        try options.read(Array("[Source]\n\(source)Push=\(push)\n\(alert)".utf8), file: "a.source")
        return try Definition(SourceName("a")!, options: options, by: .file)
    }

    private func refusal(
        _ push: String, source: String = "Kind=alert\nURL=https://a.example/\n", alert: String = alert
    ) -> String? {
        #expect(throws: OptionError.self) { try definition(push, source: source, alert: alert) }?.reason
    }

    @Test(arguments: ["stream.example:8443", "192.0.2.1:1", "[2001:db8::1]:65535"])
    func `a stream with TLS is a host and a port`(address: String) throws {
        let push = try #require(try definition("tls://\(address)").push)
        #expect(push.isSecure && push.hostAndPort == address && push.text == "tls://\(address)")
    }

    @Test func `a definition has no stream by default`() throws {
        #expect(try definition("").push == nil)
    }

    @Test(arguments: [
        "https://a.example:1", "tls://a.example", "tls://:1", "tls://a:0", "tls://a:65536", "tls://a:1/x",
        "tls://u@a:1", "tls://a b:1", "tls://2001:db8::1:1", "tls://[]:1", "TLS://a:1", "a:1",
    ])
    func `another text is no address`(text: String) {
        #expect(refusal(text)?.contains("is not the address of a stream such as") == true)
    }

    @Test func `a stream without TLS needs AllowPrivate=`() throws {
        #expect(refusal("tcp://127.0.0.1:1")?.contains("set AllowPrivate=yes") == true)
        let source = "Kind=alert\nURL=https://a.example/\nAllowPrivate=yes\n"
        #expect(try definition("tcp://127.0.0.1:1", source: source).push?.isSecure == false)
    }

    @Test func `a stream is for alerts that are also requested, and that stay until they end`() {
        #expect(
            refusal("tls://a:1", source: "Kind=feed\nURL=https://a.example/\n", alert: "")?
                .contains("only with Kind=alert") == true)
        #expect(
            refusal("tls://a:1", source: "Kind=alert\nPath=/x\n")?.contains("needs URL= and an interval")
                == true)
        let onDemand = "Kind=alert\nURL=https://a.example/\nRefresh=on-demand\n"
        #expect(refusal("tls://a:1", source: onDemand)?.contains("needs URL= and an interval") == true)
        #expect(refusal("tls://a:1", alert: "")?.contains("needs Absence=nothing in [Alert]") == true)
        #expect(
            refusal("tls://a:1", alert: "[Alert]\nAbsence=nothing\n")?.contains("needs References=") == true)
    }
}
