import Daemon
import Glibc
import Records
import Testing
import Varlink

/// Attacks by definitions that are written to disk and read again.
@Suite(.serialized) struct PersistenceTests {
    private let folder = Folder()

    private let context: [JSON.Member] = [
        .init("name", "web"), .init("kind", "json"), .init("url", "https://example.invalid/"),
    ]

    /// Adds a source permanently.
    private func add(_ members: [JSON.Member], _ fixture: LiveDaemon) throws -> JSON {
        try fixture.call("AddSource", ["context": .object(members), "persist": true])
    }

    /// Returns the error message for a permanent source that is refused.
    private func refusal(of members: [JSON.Member], _ fixture: LiveDaemon) -> String {
        let error = fixture.refusal(of: "AddSource", ["context": .object(members), "persist": true])
        #expect(error?.name == "io.almanac.InvalidSource")
        return error?.parameters["message"]?.string ?? ""
    }

    @Test func `a trailing backslash in a title does not swallow the next section`() throws {
        let fixture = try LiveDaemon(folder)
        let options: JSON = ["Record": ["Key": "id"], "X-Own": ["Path": "/etc/passwd"]]
        let message = refusal(of: context + [.init("title", "x\\"), .init("options", options)], fixture)
        #expect(message.contains("Title=x\\ ends with a backslash"))
        #expect(folder.names(in: "state/sources.d").allSatisfy { $0.hasPrefix(".") })
        #expect(folder.names(in: "state/private/sources.d").allSatisfy { $0.hasPrefix(".") })
        fixture.end()
    }

    @Test(arguments: [
        ("[Source]", "Path=/etc/passwd\\"), ("Source", "x\\"), ("Record", "id\\"), ("Record", " id"),
        ("Record", "id\t"), ("Record", "a\nb"), ("X-Own", "x\u{1}"),
    ])
    func `no option is written that would be read back differently`(section: String, value: String)
        throws
    {
        let fixture = try LiveDaemon(folder)
        let options: JSON = .object([.init(section, ["Title": .string(value)])])
        #expect(!refusal(of: context + [.init("options", options)], fixture).isEmpty)
        fixture.end()
    }

    @Test(arguments: ["kind", "url", "path", "title", "credential"])
    func `no member of a context is written that would be read back differently`(member: String) throws {
        let fixture = try LiveDaemon(folder)
        let others = context.filter { $0.name != member && ($0.name != "url" || member != "path") }
        #expect(!refusal(of: others + [.init(member, "/x\\")], fixture).isEmpty)
        fixture.end()
    }

    @Test func `a tag that ends with a backslash is refused`() throws {
        let fixture = try LiveDaemon(folder)
        #expect(refusal(of: context + [.init("tags", ["a", "b\\"])], fixture).contains("Tags="))
        fixture.end()
    }
}
