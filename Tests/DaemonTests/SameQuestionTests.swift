import Records
import Testing

/// The daemon caches the parsed parameters of calls with the same text.
@Suite(.serialized) struct SameQuestionTests {
    private let folder = Folder()
    private let question =
        #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"selector":{"keys":["K*"]}}}"#

    private func peers(_ fixture: LiveDaemon, asking questions: [String]) throws -> [RawPeer] {
        try questions.map {
            let peer = RawPeer(fixture.socketPath)
            peer.send($0)
            try fixture.turn(until: { !peer.lines.isEmpty })
            return peer
        }
    }

    @Test func `equal subscriptions receive equal replies, each in its own framing`() throws {
        let fixture = try LiveDaemon(folder)
        let peers = try peers(
            fixture, asking: [question + "\n", question + "\n", question + "\0", question + "\n"])
        try fixture.turn(until: { peers.allSatisfy { $0.lines.joined().contains("ready") } })
        #expect(peers.map { $0.lines.count { !$0.contains("\0") } } == [2, 2, 0, 2])
        #expect(peers[2].lines[0].hasSuffix("\0"))
        #expect(try fixture.call("GetStatus")["subscribers"] == 4)
        fixture.end()
    }

    @Test func `the same invalid subscription is refused each time`() throws {
        let fixture = try LiveDaemon(folder)
        let wrong = question.replacing(#"["K*"]"#, with: "7") + "\n"
        for peer in try peers(fixture, asking: [wrong, wrong]) {
            #expect(peer.lines[0].contains("InvalidParameter"))
        }
        fixture.end()
    }

    @Test func `a subscription works again after all equal ones have ended`() throws {
        let fixture = try LiveDaemon(folder)
        for _ in 0..<3 {
            var one: [RawPeer]? = try peers(fixture, asking: [question + "\n"])
            try fixture.turn(until: { one?[0].lines.count == 2 })
            #expect(one?[0].lines[1].contains("ready") == true)
            one = nil
            try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]?.int) == 0 })
        }
        fixture.end()
    }
}
