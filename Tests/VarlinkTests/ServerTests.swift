import Glibc
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ServerTests {
    @Test func `a call is answered with Varlink's delimiter`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"é\"}}\0")
        #expect(try wire.messages(1, on: fixture.loop) == ["{\"parameters\":{\"text\":\"é\"}}"])
    }

    @Test func `a line is answered with a line`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Echo\"}\n")
        #expect(try wire.messages(1, 0x0A, on: fixture.loop) == ["{\"parameters\":{}}"])
        #expect(!wire.received.contains(0))
    }

    @Test func `GetInfo lists the interfaces`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{}}\0")
        let reply = try JSON(parsing: Array(try wire.messages(1, on: fixture.loop)[0].utf8))
        #expect(
            reply["parameters"] == [
                "vendor": "Example", "product": "test", "version": "1", "url": "https://example.org",
                "interfaces": ["org.example.test", "org.varlink.service"],
            ])
    }

    @Test func `GetInterfaceDescription returns the original text`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        for name in ["org.example.test", "org.varlink.service"] {
            wire.send(
                "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"\(name)\"}}\0"
            )
        }
        let texts = try wire.messages(2, on: fixture.loop).map {
            try JSON(parsing: Array($0.utf8))["parameters"]?["description"]?.string
        }
        #expect(texts[0] == Fixture.text)
        #expect(texts[1]?.contains("method GetInfo() ->") == true)
    }

    @Test(arguments: [
        (
            "org.example.other.Echo", "{}", "org.varlink.service.InterfaceNotFound", "interface",
            "org.example.other"
        ),
        ("Echo", "{}", "org.varlink.service.InterfaceNotFound", "interface", ""),
        (
            "org.example.test.Nothing", "{}", "org.varlink.service.MethodNotFound", "method",
            "org.example.test.Nothing"
        ),
        (
            "org.example.test.Echo", "{\"text\":1}", "org.varlink.service.InvalidParameter", "parameter",
            "text"
        ),
        (
            "org.example.test.Echo", "{\"txet\":\"\"}", "org.varlink.service.InvalidParameter", "parameter",
            "txet"
        ),
        (
            "org.varlink.service.GetInterfaceDescription", "{}", "org.varlink.service.InvalidParameter",
            "parameter",
            "interface"
        ),
        (
            "org.varlink.service.GetInterfaceDescription", "{\"interface\":\"a.b\"}",
            "org.varlink.service.InterfaceNotFound", "interface", "a.b"
        ),
    ])
    func `an invalid call is answered with the standard error`(
        method: String, parameters: String, error: String, name: String, value: String
    ) throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"\(method)\",\"parameters\":\(parameters)}\0")
        #expect(
            try wire.messages(1, on: fixture.loop)
                == ["{\"error\":\"\(error)\",\"parameters\":{\"\(name)\":\"\(value)\"}}"])
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(2, on: fixture.loop).last == "{\"parameters\":{}}")
    }

    @Test func `a method that requires more refuses a call without it`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Follow\",\"more\":false}\0")
        #expect(
            try wire.messages(1, on: fixture.loop)
                == ["{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{}}"])
    }

    @Test func `upgrade is refused`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Echo\",\"upgrade\":true}\0")
        #expect(try wire.messages(1, on: fixture.loop)[0].contains("MethodNotImplemented"))
    }

    @Test func `a call with oneway is processed and not answered`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Note\",\"oneway\":true}\0")
        wire.send("{\"method\":\"org.example.test.Nothing\",\"oneway\":true}\0")
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: fixture.loop) == ["{\"parameters\":{}}"])
        #expect(fixture.notes == 1)
    }

    @Test func `pipelined calls are answered in order, even if one takes long`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        for text in ["a", "b"] {
            wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0")
        }
        wire.send("{\"method\":\"org.example.test.Wait\"}\0")
        wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"c\"}}\0")
        #expect(try wire.messages(2, on: fixture.loop).count == 2)
        try fixture.settle()
        wire.read()
        #expect(wire.messages().count == 2)
        fixture.calls[0].reply()
        #expect(
            try wire.messages(4, on: fixture.loop).suffix(2)
                == ["{\"parameters\":{}}", "{\"parameters\":{\"text\":\"c\"}}"])
    }

    @Test(arguments: ["{\"method\":1}\0", "nonsense\n", "{\"method\":\"a.b.C\",\"parameters\":[]}\0", "\0"])
    func `a message that is not a call ends the connection with the reason`(text: String) throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(text)
        try wire.untilEnd(on: fixture.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("io.systemd.Protocol"))
        #expect(fixture.sockets.count == 0)
    }

    @Test func `messages after one that is not a call are not processed`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        let note = "{\"method\":\"org.example.test.Note\"}\n"
        wire.send(note + "nonsense\n" + note)
        wire.send(note)
        try wire.untilEnd(on: fixture.loop)
        #expect(fixture.notes == 1)
        #expect(wire.messages(0x0A).count == 2)
    }

    @Test func `a message above the limit ends the connection before it is complete`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send("{\"method\":\"" + String(repeating: "x", count: 70_000))
        try wire.untilEnd(on: fixture.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("longer than 65536 bytes"))
    }

    @Test func `a passed socket and a new one are served alike`() throws {
        let fixture = try Fixture()
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let wire = Wire(pair[0])
        try fixture.server.adopt(FileDescriptor(owning: pair[1]))
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: fixture.loop) == ["{\"parameters\":{}}"])
    }

    @Test func `a blocking listening socket does not block the loop`() throws {
        let fixture = try Fixture()
        let path = fixture.directory + "/passed"
        let listener = try Wire.listen(at: path)
        try fixture.server.listen(on: FileDescriptor(owning: listener))
        let wire = try Wire(connecting: path)
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: fixture.loop) == ["{\"parameters\":{}}"])
        unlink(path)
    }

    @Test func `the socket's path is removed when the server stops`() throws {
        let fixture = try Fixture()
        #expect(access(fixture.path, F_OK) == 0)
        fixture.server.stop()
        #expect(access(fixture.path, F_OK) != 0)
    }

    @Test func `an existing socket is replaced, any other file is not`() throws {
        let fixture = try Fixture()
        try fixture.server.listen(path: fixture.path, mode: 0o666)
        let wire = try fixture.connect()
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: fixture.loop).count == 1)
        #expect(throws: SystemError.self) { try fixture.server.listen(path: "/dev/null", mode: 0o600) }
    }

    @Test func `io.systemd.service answers Ping and passes Reload on`() throws {
        let fixture = try Fixture()
        var reloads = 0
        fixture.server.addSystemdService { call in
            reloads += 1
            call.fail(.permissionDenied)
        }
        let wire = try fixture.connect()
        wire.send("{\"method\":\"io.systemd.service.Ping\"}\0{\"method\":\"io.systemd.service.Reload\"}\0")
        #expect(
            try wire.messages(2, on: fixture.loop)
                == [
                    "{\"parameters\":{}}",
                    "{\"error\":\"org.varlink.service.PermissionDenied\",\"parameters\":{}}",
                ])
        #expect(reloads == 1)
    }
}
