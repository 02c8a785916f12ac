import Definitions
import Glibc
import Records
import TestDocuments
import Testing

@Suite struct DefinitionFilesTests {
    private let folder = Folder()

    private var directories: Directories {
        Directories(
            configuration: folder.path + "/etc", state: folder.path + "/var", run: folder.path + "/run",
            library: folder.path + "/lib")
    }

    private var catalogue: Catalogue { Catalogue(reading: DefinitionFiles(directories)) }

    private let table = "[Source]\nKind=table\nPath=/data/%i.csv\n[Record]\nKey=id\n"

    private func name(_ text: String) -> SourceName { SourceName(text)! }

    @Test func `a link to a template of the package activates an instance`() {
        folder.write("lib/sources.d/rows@.source", table)
        folder.link("etc/sources.d/rows@a.source", to: folder.path + "/lib/sources.d/rows@.source")
        #expect(catalogue.definitions.keys.map(\.text) == ["rows@a"])
        #expect(catalogue.definitions[name("rows@a")]?.origin == .path("/data/a.csv"))
    }

    @Test func `the administrator's template replaces the package's`() {
        folder.write("lib/sources.d/rows@.source", table)
        folder.write("etc/sources.d/rows@.source", table.replacing("/data/", with: "/own/"))
        folder.link("etc/sources.d/rows@a.source", to: folder.path + "/lib/sources.d/rows@.source")
        #expect(catalogue.definitions[name("rows@a")]?.origin == .path("/own/a.csv"))
    }

    @Test func `a link to a definition that became an example remains valid, and the reverse`() {
        let (shipped, example) = ("lib/sources.d/rows@.source", "lib/sources.d/examples/rows@.source")
        for (former, present) in [(shipped, example), (example, shipped)] {
            folder.write(present, table)
            folder.link("etc/sources.d/rows@a.source", to: "\(folder.path)/\(former)")
            #expect(catalogue.definitions[name("rows@a")]?.origin == .path("/data/a.csv"))
            #expect(DefinitionFiles(directories).template(for: name("rows@b")) == "\(folder.path)/\(present)")
            folder.write("etc/sources.d/rows@.source", table.replacing("/data/", with: "/own/"))
            #expect(catalogue.definitions[name("rows@a")]?.origin == .path("/own/a.csv"))
            for file in [present, "etc/sources.d/rows@a.source", "etc/sources.d/rows@.source"] {
                folder.remove(file)
            }
        }
        folder.link("etc/sources.d/rows@a.source", to: "/nowhere/rows@.source")
        #expect(catalogue.definitions.isEmpty && catalogue.faults.count == 1)
    }

    @Test func `the configuration folder takes precedence over the run and state folders`() {
        folder.write("etc/sources.d/a.source", table.replacing("%i", with: "etc"))
        folder.write("run/sources.d/a.source", table.replacing("%i", with: "run"))
        folder.write("var/private/sources.d/b.source", table.replacing("%i", with: "var"))
        #expect(catalogue.definitions[name("a")]?.origin == .path("/data/etc.csv"))
        #expect(catalogue.definitions[name("b")]?.origin == .path("/data/var.csv"))
    }

    @Test func `a folder that cannot be listed is a fault, also for sources that may have drop-ins there`() {
        folder.write("run/sources.d/a.source", table)
        folder.link("etc/sources.d", to: folder.path + "/etc/sources.d")
        #expect(catalogue.definitions.isEmpty)
        let files = ["/etc/sources.d", "/etc/sources.d/a.source.d"].map { folder.path + $0 }
        #expect(catalogue.faults.map(\.error.file) == files)
    }

    @Test func `a source continues when the folder of its definition cannot be listed`() throws {
        folder.write("rows.csv", "id,count\n1,7\n")
        let settings = "Path=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
        folder.write("etc/sources.d/rows.source", "[Source]\nKind=table\n" + settings)
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        #expect(rename(folder.path + "/etc/sources.d", folder.path + "/etc/before") == 0)
        folder.link("etc/sources.d", to: folder.path + "/etc/sources.d")
        _ = try fixture.call("Reload")
        try fixture.turn(until: "rows", is: "fresh")
        folder.replace("rows.csv", "id,count\n1,8\n")
        try fixture.turn(until: {
            (try? fixture.call("GetSnapshot")["records"]?.array?.first?["data"]?["count"]) == "8"
        })
        fixture.end()
    }

    @Test func `an empty file or a link to nothing masks a source`() {
        folder.write("run/sources.d/a.source", table)
        folder.write("run/sources.d/b.source", table)
        folder.write("etc/sources.d/a.source", "")
        folder.link("etc/sources.d/b.source", to: "/dev/null")
        #expect(catalogue.definitions.isEmpty)
        #expect(catalogue.faults.isEmpty)
    }

    @Test func `drop-ins override single settings, the template's before the instance's`() {
        folder.write("etc/sources.d/rows@a.source", table)
        folder.write("etc/sources.d/rows@.source.d/10.conf", "[Source]\nRefresh=2min\nTitle=All\n")
        folder.write("run/sources.d/rows@a.source.d/20.conf", "[Source]\nTitle=One\n")
        folder.write("lib/sources.d/rows@.source.d/10.conf", "[Source]\nTitle=Never\n")
        let definition = catalogue.definitions[name("rows@a")]
        #expect(definition?.interval == .seconds(120))
        #expect(definition?.title == "One")
    }

    @Test func `each of hundreds of definitions is read, masked or refused as it would be alone`() {
        for number in 0..<300 {
            let texts = [table.replacing("%i", with: "\(number)"), "", "[Source]\nKind=none\n"]
            folder.write("etc/sources.d/s\(number).source", texts[number % 3])
        }
        let found = catalogue
        #expect(
            Set(found.definitions.keys.map(\.text)) == Set((0..<300).filter { $0 % 3 == 0 }.map { "s\($0)" }))
        #expect(found.definitions.allSatisfy { $1.origin == .path("/data/\($0.text.dropFirst()).csv") })
        let refused = (0..<300).filter { $0 % 3 == 2 }.map { "\(folder.path)/etc/sources.d/s\($0).source" }
        #expect(found.faults.map(\.error.file) == refused.sorted())
    }

    @Test func `an invalid definition affects only itself and names file, line and reason`() {
        folder.write("etc/sources.d/good.source", table)
        folder.write("etc/sources.d/bad.source", "[Source]\nKind=table\nPath=/x\nRefresh=soon\n")
        #expect(catalogue.definitions.keys.map(\.text) == ["good"])
        #expect(
            catalogue.faults.map(\.error.description) == [
                folder.path
                    + "/etc/sources.d/bad.source:4: Refresh=soon is not a time span such as 5min or 1d"
            ])
    }

    @Test(arguments: ["[Record]\nKey=id\nMinRecords=x\n", "[Record]\nKey=id\n[Table]\nQuote=x\n"])
    func `settings are checked although others of the same kind passed before`(wrong: String) {
        let start = "[Source]\nKind=table\nPath=/data/x.csv\n"
        for name in ["a", "c"] { folder.write("etc/sources.d/\(name).source", start + "[Record]\nKey=id\n") }
        folder.write("etc/sources.d/b.source", start + wrong)
        folder.write("etc/sources.d/d.source", start + wrong)
        #expect(catalogue.definitions.keys.map(\.text).sorted() == ["a", "c"])
        let refused = ["b", "d"].map { folder.path + "/etc/sources.d/\($0).source" }
        #expect(catalogue.faults.map(\.error.file) == refused)
    }

    @Test func `settings that nothing reads are listed, each once, and their definition is used`() {
        let source = "[Source]\nKind=table\nPath=/data/%i.csv\n"
        let rest = "[Record]\nKey=id\nRequre=name\n[Tabel]\nQuote=none\nRagged=pad\n[X-Own]\nA=b\n"
        folder.write("etc/sources.d/rows@.source", source + rest)
        for name in ["rows@a", "rows@b"] {
            symlink("rows@.source", "\(folder.path)/etc/sources.d/\(name).source")
        }
        let found = catalogue
        #expect(Set(found.definitions.keys.map(\.text)) == ["rows@a", "rows@b"])
        let ignored = Set(found.ignored.map { $0.reason })
        #expect(
            ignored == [
                "Requre=name is not a known setting; did you mean Require?",
                "[Tabel] is not a known section; did you mean [Table]?",
            ])
    }

    private var checkup: [String] {
        let here = folder.path
        let directories = Directories(
            configuration: here + "/etc", state: here + "/state", run: here + "/run", library: here + "/lib")
        return DefinitionCheckup(directories).faults.map { String($0.dropFirst(here.count)) }
    }

    @Test func `a check reports all faults of a definition, with what may be meant`() {
        folder.write(
            "etc/sources.d/rows.source",
            """
            [Source]
            Kind=table
            Path=rows.csv
            Refesh=1d
            Timeout=soon
            nonsense
            [Record]
            Key=id
            Nmber=a
            [Tabel]
            """)
        folder.write("etc/sources.d/rows.source.d/more.conf", "[Source]\nMaxAge=never\n")
        let file = "/etc/sources.d/rows.source"
        let places = ["3:", "4:", "5:", "6:", "9:", "10:"].map { "\(file):\($0)" }
        let named = checkup.map { String($0.prefix { $0 != " " }) }
        #expect(named == places + ["\(file).d/more.conf:2:"])
        #expect(checkup[1].hasSuffix("Refesh=1d is not a known setting; did you mean Refresh?"))
        #expect(checkup[4].hasSuffix("Nmber=a is not a known setting; did you mean Number?"))
        #expect(checkup[5].hasSuffix("[Tabel] is not a known section; did you mean [Table]?"))
    }

    @Test func `a check finds misspelt settings of a definition that is used`() {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=/tmp/rows.csv\nX-Note=mine\n[Record]\nKey=id\nNmber=a\n")
        #expect(
            checkup == [
                "/etc/sources.d/rows.source:7: Nmber=a is not a known setting; did you mean Number?"
            ])
    }

    @Test func `every setting of the manual is known to the check`() throws {
        let manual = try CorpusFile.bytes("../../../etc/man/almanac.source.5")
        var (isSection, lines): (Bool, [String]) = (false, [])
        for line in String(decoding: manual, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix(".Sh") {
                isSection = line.hasPrefix(".Sh [")
                // The manual has the names of sections in capitals.
                let name = line.dropFirst(".Sh [".count).dropLast()
                let word = name.prefix(1) + name.dropFirst().lowercased()
                if isSection { lines.append(name == "JSON" ? "[JSON]" : "[\(word)]") }
            } else if isSection, line.hasPrefix(".It Va ") {
                lines += line.split(separator: " ").filter { $0.hasSuffix("=") }.map { $0 + "x" }
            }
        }
        #expect(lines.count > 90)
        folder.write("etc/sources.d/all.source", lines.joined(separator: "\n") + "\n")
        #expect(checkup.filter { $0.contains("is not a known") } == [])
    }

    @Test func `a check finds unknown sections and settings of almanac.conf`() {
        folder.write(
            "etc/almanac.conf", "[Almanak]\nContact=a\n[Almanac]\nContcat=b\nLog=x\n[Client]\nUnit=si\n")
        #expect(
            checkup == [
                "/etc/almanac.conf:1: [Almanak] is not a known section; did you mean [Almanac]?",
                "/etc/almanac.conf:4: Contcat=b is not a known setting; did you mean Contact?",
                "/etc/almanac.conf:5: Log=x is neither an age such as 7d, a number of changes nor a size such as 2G",
                "/etc/almanac.conf:7: Unit=si is not a known setting; did you mean Units?",
            ])
    }

    @Test func `a file with an invalid name is reported`() {
        folder.write("etc/sources.d/No Name.source", table)
        #expect(catalogue.faults.map(\.error.reason) == ["\"No Name\" is not a name of a source"])
    }

    @Test func `every shipped definition can be used`() throws {
        let root = String(#filePath.dropLast("Tests/DaemonTests/DefinitionFilesTests.swift".count))
        let (here, shipped) = (folder.path, root + "etc")
        let directories = Directories(
            configuration: here + "/etc", state: here + "/state", run: here + "/run", library: shipped)
        let feed = try #require(SourceName("feed@blog.example.org"))
        #expect(DefinitionFiles(directories).template(for: feed) == shipped + "/sources.d/feed@.source")
        let example = DefinitionFiles(directories).template(for: name("reddit@swift"))
        #expect(example == shipped + "/sources.d/examples/reddit@.source")
        #expect(DefinitionCheckup(directories).faults == [])
    }
}
