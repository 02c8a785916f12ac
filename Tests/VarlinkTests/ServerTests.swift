import Glibc
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ServerTests {
    @Test func `a call is answered in Varlink's framing`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"é\"}}\0")
        #expect(try wire.messages(1, on: house.loop) == ["{\"parameters\":{\"text\":\"é\"}}"])
    }

    @Test func `a line is answered with a line`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Echo\"}\n")
        #expect(try wire.messages(1, 0x0A, on: house.loop) == ["{\"parameters\":{}}"])
        #expect(!wire.received.contains(0))
    }

    @Test func `GetInfo tells what is served`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.varlink.service.GetInfo\",\"parameters\":{}}\0")
        let reply = try JSON(parsing: Array(try wire.messages(1, on: house.loop)[0].utf8))
        #expect(
            reply["parameters"] == [
                "vendor": "Example", "product": "test", "version": "1", "url": "https://example.org",
                "interfaces": ["org.example.test", "org.varlink.service"],
            ])
    }

    @Test func `GetInterfaceDescription answers with the very text`() throws {
        let house = try House()
        let wire = try house.connect()
        for name in ["org.example.test", "org.varlink.service"] {
            wire.send(
                "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"\(name)\"}}\0"
            )
        }
        let texts = try wire.messages(2, on: house.loop).map {
            try JSON(parsing: Array($0.utf8))["parameters"]?["description"]?.string
        }
        #expect(texts[0] == House.text)
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
    func `what cannot be answered is told by its standard error`(
        method: String, parameters: String, error: String, name: String, value: String
    ) throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"\(method)\",\"parameters\":\(parameters)}\0")
        #expect(
            try wire.messages(1, on: house.loop)
                == ["{\"error\":\"\(error)\",\"parameters\":{\"\(name)\":\"\(value)\"}}"])
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(2, on: house.loop).last == "{\"parameters\":{}}")
    }

    @Test func `a method that requires more says so`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Follow\",\"more\":false}\0")
        #expect(
            try wire.messages(1, on: house.loop)
                == ["{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{}}"])
    }

    @Test func `upgrade is refused`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Echo\",\"upgrade\":true}\0")
        #expect(try wire.messages(1, on: house.loop)[0].contains("MethodNotImplemented"))
    }

    @Test func `a call with oneway is served and not answered`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Note\",\"oneway\":true}\0")
        wire.send("{\"method\":\"org.example.test.Nothing\",\"oneway\":true}\0")
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: house.loop) == ["{\"parameters\":{}}"])
        #expect(house.notes == 1)
    }

    @Test func `calls made at once are answered in order, also when one takes its time`() throws {
        let house = try House()
        let wire = try house.connect()
        for text in ["a", "b"] {
            wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0")
        }
        wire.send("{\"method\":\"org.example.test.Wait\"}\0")
        wire.send("{\"method\":\"org.example.test.Echo\",\"parameters\":{\"text\":\"c\"}}\0")
        #expect(try wire.messages(2, on: house.loop).count == 2)
        try house.settle()
        wire.read()
        #expect(wire.messages().count == 2)
        house.calls[0].reply()
        #expect(
            try wire.messages(4, on: house.loop).suffix(2)
                == ["{\"parameters\":{}}", "{\"parameters\":{\"text\":\"c\"}}"])
    }

    @Test(arguments: ["{\"method\":1}\0", "nonsense\n", "{\"method\":\"a.b.C\",\"parameters\":[]}\0", "\0"])
    func `what is no call ends the connection with the reason`(text: String) throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(text)
        try wire.untilEnd(on: house.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("io.systemd.Protocol"))
        #expect(house.sockets.count == 0)
    }

    @Test func `nothing is served after what is no call`() throws {
        let house = try House()
        let wire = try house.connect()
        let note = "{\"method\":\"org.example.test.Note\"}\n"
        wire.send(note + "nonsense\n" + note)
        wire.send(note)
        try wire.untilEnd(on: house.loop)
        #expect(house.notes == 1)
        #expect(wire.messages(0x0A).count == 2)
    }

    @Test func `a message above the limit ends the connection before it has come whole`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send("{\"method\":\"" + String(repeating: "x", count: 70_000))
        try wire.untilEnd(on: house.loop)
        #expect(String(decoding: wire.received, as: UTF8.self).contains("longer than 65536 bytes"))
    }

    @Test func `a passed socket and a made one are served alike`() throws {
        let house = try House()
        var pair: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let wire = Wire(pair[0])
        try house.server.adopt(FileDescriptor(owning: pair[1]))
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: house.loop) == ["{\"parameters\":{}}"])
    }

    @Test func `a listening socket that blocks does not hold the loop`() throws {
        let house = try House()
        let path = house.directory + "/passed"
        let listener = try Wire.listen(at: path)
        try house.server.listen(on: FileDescriptor(owning: listener))
        let wire = try Wire(connecting: path)
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: house.loop) == ["{\"parameters\":{}}"])
        unlink(path)
    }

    @Test func `the socket's place is removed when the server stops`() throws {
        let house = try House()
        #expect(access(house.path, F_OK) == 0)
        house.server.stop()
        #expect(access(house.path, F_OK) != 0)
    }

    @Test func `a socket is replaced, anything else is not`() throws {
        let house = try House()
        try house.server.listen(path: house.path, mode: 0o666)
        let wire = try house.connect()
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(1, on: house.loop).count == 1)
        #expect(throws: SystemError.self) { try house.server.listen(path: "/dev/null", mode: 0o600) }
    }

    @Test func `io.systemd.service answers Ping and hands on Reload`() throws {
        let house = try House()
        var reloads = 0
        house.server.addSystemdService { call in
            reloads += 1
            call.fail(.permissionDenied)
        }
        let wire = try house.connect()
        wire.send("{\"method\":\"io.systemd.service.Ping\"}\0{\"method\":\"io.systemd.service.Reload\"}\0")
        #expect(
            try wire.messages(2, on: house.loop)
                == [
                    "{\"parameters\":{}}",
                    "{\"error\":\"org.varlink.service.PermissionDenied\",\"parameters\":{}}",
                ])
        #expect(reloads == 1)
    }
}
