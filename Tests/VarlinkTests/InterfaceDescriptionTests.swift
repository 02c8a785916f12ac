import Records
import Testing
import Varlink

@Suite struct InterfaceDescriptionTests {
    private static let text = """
        # Not about anything.

        # What there is
        # to see.
        interface org.example.more

        # How it is.
        type State (on, off)
        type Circle (latitude: float, inner: ?(deep: [](x: int)), radius: ?float)
        # Follows.
        # [Requires 'more' flag]
        method Follow(
        \tnames: ?[]string, # of whom
        \tcircle: ?Circle, states: [string]State
        ) -> (state: State, other: ?[string]?object)

        # [Supports 'more' flag]
        method List() -> ()
        method Set(value: any) -> (flag: bool)
        # Missing.
        error Missing (name: string)
        """

    @Test func `members have their documentation`() throws {
        let description = try InterfaceDescription(parsing: Self.text)
        #expect(description.name == "org.example.more")
        #expect(description.documentation == "What there is\nto see.")
        #expect(description.types.map(\.name) == ["State", "Circle"])
        #expect(description.type("State")?.type == .enumeration(["on", "off"]))
        #expect(description.type("State")?.documentation == "How it is.")
        #expect(description.methods.map(\.name) == ["Follow", "List", "Set"])
        #expect(description.error("Missing")?.documentation == "Missing.")
        #expect(description.error("Missing")?.parameters.map(\.type) == [.string])
    }

    @Test func `nested types are parsed`() throws {
        let description = try InterfaceDescription(parsing: Self.text)
        let follow = try #require(description.method("Follow"))
        #expect(follow.parameters.map(\.name) == ["names", "circle", "states"])
        #expect(follow.parameters.map(\.isOptional) == [true, true, false])
        #expect(follow.parameters[0].type == .optional(.array(.string)))
        #expect(follow.parameters[2].type == .map(.named("State")))
        #expect(follow.reply[1].type == .optional(.map(.optional(.object))))
    }

    @Test func `the comment of a method states whether it requires or supports more`() throws {
        let description = try InterfaceDescription(parsing: Self.text)
        #expect(description.methods.map(\.requiresMore) == [true, false, false])
        #expect(description.methods.map(\.supportsMore) == [true, true, false])
    }

    @Test(arguments: ["[]", "?[]", "[string]", "(a: ", "?(a: [](b: "])
    func `a type that is nested too deeply is refused`(_ opening: String) throws {
        let deep = String(repeating: opening, count: 100_000)
        let error = #expect(throws: InterfaceError.self) {
            try InterfaceDescription(parsing: "interface a.b\ntype T (x: \(deep)int)")
        }
        #expect(error?.part == "type of at most 64 levels")
        let usual = String(repeating: "[]", count: 60)
        #expect(throws: Never.self) {
            try InterfaceDescription(parsing: "interface a.b\ntype T (x: \(usual)int)")
        }
    }

    @Test func `the text is stored unchanged`() throws {
        #expect(try InterfaceDescription(parsing: Self.text).text == Self.text)
    }

    @Test(arguments: [
        ("", 1), ("interface", 1), ("interface a", 1), ("interface 1a.b", 1), ("interface a.-b", 1),
        ("interface a.b\ntype a (x: int)", 2), ("interface a.b\ntype A (x: foo)", 2),
        ("interface a.b\ntype A (x: B)", 2), ("interface a.b\ntype A (x: int, x: int)", 2),
        ("interface a.b\ntype A (x, x)", 2), ("interface a.b\ntype A (a__b: int)", 2),
        ("interface a.b\ntype A (a_: int)", 2), ("interface a.b\ntype A (x: ??int)", 2),
        ("interface a.b\ntype A (x: [int]int)", 2), ("interface a.b\ntype A (x: int,)", 2),
        ("interface a.b\nmethod A() - ()", 2), ("interface a.b\nmethod A() -> (x, y)", 2),
        ("interface a.b\nerror A", 2), ("interface a.b\ntype A ()\n\ntype A ()", 4),
        ("interface a.b\nthing A ()", 2),
    ])
    func `a text that is not a description is refused with its line`(text: String, line: Int) {
        #expect(
            performing: { try InterfaceDescription(parsing: text) },
            throws: { error in
                (error as? InterfaceError)?.line == line
            })
    }

    @Test func `every prefix of a description is parsed or refused`() {
        let bytes = Array(Self.text.utf8)
        let read = (0..<bytes.count).filter {
            (try? InterfaceDescription(parsing: String(decoding: bytes[..<$0], as: UTF8.self))) != nil
        }
        #expect(read.count > 10)
    }

    @Test(
        arguments: [
            ("{\"states\":{}}", nil), ("{\"states\":{},\"names\":null}", nil), ("{}", "states"),
            ("{\"states\":{\"a\":\"on\"},\"names\":[\"x\"]}", nil),
            ("{\"states\":{\"a\":\"up\"}}", "states.a"), ("{\"states\":{},\"names\":[\"x\",1]}", "names[1]"),
            ("{\"states\":{},\"nmaes\":[]}", "nmaes"), ("{\"states\":{},\"names\":\"x\"}", "names"),
            ("{\"states\":{},\"circle\":{\"latitude\":1}}", nil),
            ("{\"states\":{},\"circle\":{\"latitude\":\"1\"}}", "circle.latitude"),
            (
                "{\"states\":{},\"circle\":{\"latitude\":1,\"inner\":{\"deep\":[{\"x\":1.5}]}}}",
                "circle.inner.deep[0].x"
            ),
            ("{\"states\":{},\"circle\":{\"latitude\":1,\"radiusMeters\":2}}", "circle.radiusMeters"),
            ("[]", "parameters"),
        ] as [(String, String?)])
    func `parameters are checked against their declaration`(text: String, path: String?) throws {
        let description = try InterfaceDescription(parsing: Self.text)
        let follow = try #require(description.method("Follow"))
        let parameters = try JSON(parsing: Array(text.utf8))
        #expect(description.misfit(in: parameters, of: follow.parameters) == path)
    }
}
