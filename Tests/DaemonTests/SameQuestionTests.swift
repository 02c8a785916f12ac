import Records
import Testing

/// What was asked before in the same words is not read again.
@Suite(.serialized) struct SameQuestionTests {
    private let folder = Folder()
    private let question =
        #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"selector":{"keys":["K*"]}}}"#

    private func peers(_ house: LiveHouse, asking questions: [String]) throws -> [RawPeer] {
        try questions.map {
            let peer = RawPeer(house.door)
            peer.send($0)
            try house.turn(until: { !peer.lines.isEmpty })
            return peer
        }
    }

    @Test func `who asks the same is answered the same, each in its own framing`() throws {
        let house = try LiveHouse(folder)
        let peers = try peers(
            house, asking: [question + "\n", question + "\n", question + "\0", question + "\n"])
        try house.turn(until: { peers.allSatisfy { $0.lines.joined().contains("ready") } })
        #expect(peers.map { $0.lines.count { !$0.contains("\0") } } == [2, 2, 0, 2])
        #expect(peers[2].lines[0].hasSuffix("\0"))
        #expect(try house.call("GetStatus")["subscribers"] == 4)
        house.end()
    }

    @Test func `who asks the same wrong thing is told so each time`() throws {
        let house = try LiveHouse(folder)
        let wrong = question.replacing(#"["K*"]"#, with: "7") + "\n"
        for peer in try peers(house, asking: [wrong, wrong]) {
            #expect(peer.lines[0].contains("InvalidParameter"))
        }
        house.end()
    }

    @Test func `who comes when all others have left is served too`() throws {
        let house = try LiveHouse(folder)
        for _ in 0..<3 {
            var one: [RawPeer]? = try peers(house, asking: [question + "\n"])
            try house.turn(until: { one?[0].lines.count == 2 })
            #expect(one?[0].lines[1].contains("ready") == true)
            one = nil
            try house.turn(until: { (try? house.call("GetStatus")["subscribers"]?.int) == 0 })
        }
        house.end()
    }
}
