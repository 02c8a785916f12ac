import Definitions
import Glibc
import Records
import Testing

/// The rights of definitions in the folder of group members' additions.
@Suite struct MemberRightsTests {
    private let folder = Folder()

    private var directories: Directories {
        Directories(
            configuration: folder.path + "/etc", state: folder.path + "/var", run: folder.path + "/run",
            library: folder.path + "/lib")
    }

    private var catalogue: Catalogue { Catalogue(reading: DefinitionFiles(directories)) }
    private var faults: [String] { catalogue.faults.map(\.error.description) }
    private let web = "[Source]\nKind=json\nURL=https://a.example/\n"

    private func definition(_ name: String) -> Definition? { catalogue.definitions[SourceName(name)!] }

    /// Expects that the file of `a` is refused, with a message that states the location, the reason and the
    /// remedy.
    private func expectRefusal(_ setting: String, at place: String) throws {
        #expect(definition("a") == nil)
        let fault = try #require(faults.first)
        // The content of a header may be a secret, which errors do not repeat.
        let shown = setting.hasPrefix("Header=") ? "Header=" : setting
        #expect(fault.hasPrefix("\(folder.path)/\(place): \(shown) is not allowed"))
        #expect(fault.contains("move \(folder.path)/var/sources.d/a.source to \(folder.path)/etc/sources.d"))
        #expect(fault.hasSuffix("or add a again as root"))
    }

    @Test(arguments: [
        "Credential=key", "Header=A: b", "AllowPrivate=yes", "Proxy=http://a.example/", "CAFile=/x",
        "Path=/x",
    ])
    func `a setting that accesses the machine is refused whoever owns the file`(setting: String) throws {
        folder.write("var/sources.d/a.source", web + setting + "\n")
        try expectRefusal(setting, at: "var/sources.d/a.source:4")
    }

    @Test func `the same setting is accepted in root's additions, which take precedence`() {
        folder.write("var/sources.d/a.source", web + "Credential=key\n")
        folder.write("var/private/sources.d/a.source", web + "Credential=key\nTitle=Root's\n")
        #expect(definition("a")?.title == "Root's")
        #expect(definition("a")?.setting("Credential") == "key")
        #expect(faults.isEmpty)
    }

    @Test func `the configuration takes precedence over root's additions`() {
        folder.write("var/private/sources.d/a.source", web + "Title=Added\n")
        folder.write("etc/sources.d/a.source", web + "Title=Configured\n")
        #expect(definition("a")?.title == "Configured")
    }

    @Test func `an ordinary definition of a member is accepted`() {
        folder.write("var/sources.d/a.source", web + "Title=Ours\nRefresh=5min\n")
        #expect(definition("a")?.title == "Ours")
        #expect(faults.isEmpty)
    }

    @Test func `a drop-in's secret is not sent to an address that a member chose`() throws {
        folder.write("var/sources.d/a.source", web)
        folder.write("etc/sources.d/a.source.d/key.conf", "[Source]\nCredential=key\n")
        try expectRefusal("Credential=key", at: "etc/sources.d/a.source.d/key.conf:2")
    }

    @Test func `a file without a kind extends its template, but cannot redirect the template's secrets`() {
        folder.write(
            "lib/sources.d/t@.source", "[Source]\nKind=json\nURL=https://a.example/%i\nCredential=key\n")
        folder.write("var/sources.d/t@x.source", "# Added over the socket.\n[Source]\nTitle=Ours\n")
        #expect(definition("t@x")?.title == "Ours")
        #expect(definition("t@x")?.setting("Credential") == "key")
        #expect(definition("t@x")?.origin == .url("https://a.example/x"))
        folder.write("var/sources.d/t@x.source", "[Source]\nURL=https://evil.example/\n")
        #expect(definition("t@x") == nil)
        #expect(faults.first?.contains("Credential=key is not allowed") == true)
    }

    @Test func `a member's file is never a template`() {
        folder.write("var/sources.d/t@.source", web)
        folder.write("var/sources.d/t@x.source", "[Source]\nTitle=Ours\n")
        #expect(faults.first?.hasSuffix("[Source] has no Kind=, and there is no template for t@x") == true)
    }

    @Test func `a symbolic link among members' definitions is not followed`() {
        folder.write("secret", "SECRET\n")
        folder.link("var/sources.d/a.source", to: folder.path + "/secret")
        #expect(
            faults == [
                "\(folder.path)/var/sources.d/a.source: is a symbolic link, which is not followed there"
            ])
    }

    @Test func `a link to a member's definition does not raise its rights`() {
        folder.write("var/sources.d/b.txt", web + "Credential=key\n")
        folder.link("etc/sources.d/a.source", to: folder.path + "/var/sources.d/b.txt")
        #expect(definition("a") == nil)
        #expect(faults.first?.contains("Credential=key is not allowed") == true)
    }

    @Test func `a member's drop-in has a member's rights`() {
        folder.write("etc/sources.d/a.source", web)
        folder.write("var/sources.d/a.source.d/x.conf", "[Source]\nHeader=A: b\n")
        #expect(definition("a") == nil)
        #expect(faults.first?.contains("Header= is not allowed") == true)
    }
}
