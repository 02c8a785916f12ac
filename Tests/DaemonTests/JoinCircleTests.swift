import Records
import Testing

@Suite(.serialized) struct JoinCircleTests {
    private let folder = Folder()

    @Test func `circular joins are refused with the path of the circle`() throws {
        folder.write(
            "etc/sources.d/a.source",
            "[Source]\nKind=join\n[Join]\nLeft=b\nRight=x\nOn=id\n[Record]\nKey=id\n")
        folder.write(
            "etc/sources.d/b.source",
            "[Source]\nKind=join\n[Join]\nLeft=y\nRight=a\nOn=id\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder)
        let failure = try fixture.runtime(of: "a")?["failure"]
        #expect(failure?["reason"] == "configuration")
        #expect(
            failure?["message"]?.string?.hasSuffix("a.source:4: Left=b is part of a circular join: a → b → a")
                == true)
        #expect(try fixture.runtime(of: "b")?["failure"]?["reason"] == "configuration")
        fixture.end()
    }
}
