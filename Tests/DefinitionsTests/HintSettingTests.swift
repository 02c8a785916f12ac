import Definitions
import Records
import Testing

/// `Push=` of a topic of a broker.
@Suite struct HintSettingTests {
    private static let url = "Kind=feed\nURL=https://a.example/\n"

    private func definition(_ push: String..., source: String = url) throws(OptionError) -> Definition {
        var options = Options()
        let lines = push.map { "Push=\($0)\n" }.joined()
        try options.read(Array("[Source]\n\(source)\(lines)".utf8), file: "a.source")
        return try Definition(SourceName("a")!, options: options, by: .file)
    }

    private func refusal(_ push: String, source: String = url) -> String? {
        #expect(throws: OptionError.self) { try definition(push, source: source) }?.reason
    }

    @Test func `a topic has a broker, a port and a user`() throws {
        let hints = try definition(
            "mqtts://everyone:every:one@broker.example/cache/a/wis2/+/data/#", "mqtts://[2001:db8::1]:1/a"
        ).hints
        #expect(hints.count == 2)
        #expect(hints[0].isSecure && hints[0].hostAndPort == "broker.example:8883")
        #expect(hints[0].user == "everyone" && hints[0].password == "every:one")
        #expect(hints[0].topic == "cache/a/wis2/+/data/#")
        #expect(hints[0].text == "mqtts://broker.example:8883/cache/a/wis2/+/data/#")
        #expect(hints[1].hostAndPort == "[2001:db8::1]:1" && hints[1].user == nil && hints[1].topic == "a")
    }

    @Test(arguments: [
        "mqtts://a", "mqtts:///b", "mqtts://:1/b", "mqtts://a:0/b", "mqtts://@a/b", "mqtts://a b/c",
    ])
    func `another text is no topic of a broker`(text: String) {
        #expect(refusal(text)?.contains("is not a topic of a broker such as") == true)
    }

    @Test(arguments: ["a/#/b", "a+/b", "a/b#", "##"])
    func `wildcards are whole levels, and # is the last one`(topic: String) {
        #expect(refusal("mqtts://a/\(topic)")?.contains("wildcard") == true)
    }

    @Test func `a topic is not empty, and a definition has at most eight`() throws {
        #expect(refusal("mqtts://a/")?.contains("has no topic") == true)
        let nine = HintSettingTests.url + String(repeating: "Push=mqtts://a/b\n", count: 8)
        #expect(refusal("mqtts://a/c", source: nine)?.contains("one topic too many") == true)
        #expect(try definition("mqtts://a/b", "").hints.isEmpty)
    }

    @Test func `a topic has at most 1000 bytes`() throws {
        let longest = String(repeating: "a", count: 1000)
        #expect(try definition("mqtts://a/\(longest)").hints.first?.topic == longest)
        #expect(refusal("mqtts://a/\(longest)a")?.contains("at most 1000 bytes") == true)
    }

    @Test func `a broker without TLS needs AllowPrivate=`() throws {
        #expect(refusal("mqtt://a/b")?.contains("set AllowPrivate=yes") == true)
        let hints = try definition("mqtt://a/b", source: HintSettingTests.url + "AllowPrivate=yes\n").hints
        #expect(hints.first?.isSecure == false && hints.first?.hostAndPort == "a:1883")
    }

    @Test func `a broker without TLS is only as secure as an address without it`() throws {
        let settings = HintSettingTests.url + "AllowPrivate=yes\n"
        let hints = try definition("mqtt://a/b", "mqtts://a/b", source: settings).hints
        #expect(hints.map { $0.isAsSecure(as: "https://a.example/") } == [false, true])
        #expect(hints.map { $0.isAsSecure(as: "http://a.example/") } == [true, true])
    }

    @Test func `hints need a document that is also polled, and PushMatch= needs hints`() {
        #expect(refusal("mqtts://a/b", source: "Kind=feed\nPath=/x\n")?.contains("needs URL=") == true)
        let onDemand = HintSettingTests.url + "Refresh=on-demand\n"
        #expect(refusal("mqtts://a/b", source: onDemand)?.contains("needs URL=") == true)
        let match = HintSettingTests.url + "PushMatch=x\n"
        #expect(refusal("", source: match)?.contains("needs the topic of a broker") == true)
    }

    @Test func `a stream of alerts and topics of brokers go together`() throws {
        let alert =
            "Kind=alert\nURL=https://a.example/\nPush=tls://s.example:1\nPush=mqtts://b.example/c\n"
            + "[Alert]\nAbsence=nothing\nReferences=https://a.example/{identifier}\n[Source]\n"
        let definition = try definition(source: alert)
        #expect(definition.push?.hostAndPort == "s.example:1" && definition.hints.count == 1)
    }
}
