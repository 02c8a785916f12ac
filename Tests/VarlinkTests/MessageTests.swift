import Records
import Testing
import Varlink

@Suite struct MessageTests {
    @Test(arguments: [
        "{\"method\":\"a.b.C\"}", "{\"method\":\"a.b.C\",\"parameters\":null,\"more\":null}",
        "{\"method\":\"a.b.C\",\"parameters\":{},\"more\":false,\"oneway\":false,\"upgrade\":false}",
        "{\"method\":\"a.b.C\",\"vendor.member\":[1]}",
    ])
    func `omitted, null and empty parameters are equivalent`(text: String) throws {
        #expect(try CallMessage(parsing: Array(text.utf8)) == CallMessage(method: "a.b.C"))
    }

    @Test func `a call survives a round trip`() throws {
        let call = CallMessage(
            method: "a.b.C", parameters: ["x": [1, "é"]], oneway: true, upgrade: true)
        let bytes = call.bytes(.nul)
        #expect(bytes.last == 0)
        #expect(try CallMessage(parsing: Array(bytes.dropLast())) == call)
    }

    @Test(arguments: [
        "", "[]", "{", "{}", "{\"method\":1}", "{\"method\":\"a\",\"parameters\":[]}",
        "{\"method\":\"a\",\"more\":1}", "{\"method\":\"a\",\"more\":true,\"oneway\":true}",
        "{\"method\":\"\u{FFFF}\"} {}", "\"method\"",
    ])
    func `a message that is not a call is refused`(text: String) {
        #expect(throws: MessageError.self) { try CallMessage(parsing: Array(text.utf8)) }
    }

    @Test func `a reply contains its parameters as written and nothing else`() {
        let reply = ReplyMessage.bytes(
            parameters: Array("{\"b\":1.50,\"a\":2}".utf8), continues: false, framing: .newline)
        #expect(String(decoding: reply, as: UTF8.self) == "{\"parameters\":{\"b\":1.50,\"a\":2}}\n")
    }

    @Test func `a reply that others follow has the flag continues`() throws {
        let bytes = ReplyMessage.bytes(parameters: Array("{}".utf8), continues: true, framing: .nul)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"parameters\":{},\"continues\":true}\0")
        #expect(try ReplyMessage(parsing: Array(bytes.dropLast())).continues)
    }

    @Test func `an error reply has the error's name and parameters`() throws {
        let bytes = ReplyMessage.bytes(error: .invalidParameter("limit"), framing: .nul)
        let reply = try ReplyMessage(parsing: Array(bytes.dropLast()))
        #expect(reply.error == "org.varlink.service.InvalidParameter")
        #expect(reply.parameters == ["parameter": "limit"])
        #expect(!reply.continues)
    }

    @Test(arguments: ["[]", "{\"error\":1}", "{\"parameters\":1}"])
    func `a message that is not a reply is refused`(text: String) {
        #expect(throws: MessageError.self) { try ReplyMessage(parsing: Array(text.utf8)) }
    }
}
