import Glibc
import Reactive
import Systemd
import Testing

/// Tests of paths through links, and of parents that are created and removed.
@Suite("PathWatcher, with real links") struct PathLinkTests {
    @Test func `a link with a new target is reported, and changes of the old target are not`() throws {
        let witness = try PathWitness()
        for name in ["v1", "v2"] {
            witness.directory.makeDirectory(name)
            try witness.directory.write("\(name)/data", name)
        }
        symlink("v1", witness.directory.path("current"))
        witness.watch("current/data")
        #expect(try witness.next() == witness.stamp("v1/data"))

        symlink("v2", witness.directory.path("current.new"))
        rename(witness.directory.path("current.new"), witness.directory.path("current"))
        #expect(try witness.next() == witness.stamp("v2/data"))
        try witness.directory.write("v1/data", "no longer of interest")
        try witness.nothing()
        try witness.directory.write("v2/data", "of interest")
        #expect(try witness.next() == witness.stamp("v2/data"))
    }

    @Test func `a link to a file elsewhere is followed through every step`() throws {
        let witness = try PathWitness()
        witness.directory.makeDirectory("x")
        witness.directory.makeDirectory("y")
        try witness.directory.write("y/file", "one")
        symlink(witness.directory.path("y"), witness.directory.path("x/link"))
        symlink("x/link/../y/./file", witness.directory.path("a"))
        witness.watch("a")
        #expect(try witness.next() == witness.stamp("y/file"))
        try witness.directory.replace("y/file", "two")
        #expect(try witness.next() == witness.stamp("y/file"))
        unlink(witness.directory.path("x/link"))
        #expect(try witness.next() == .vanished)
    }

    @Test func `a cycle of links leads nowhere`() throws {
        let witness = try PathWitness()
        symlink("b", witness.directory.path("a"))
        symlink("a", witness.directory.path("b"))
        witness.watch("a")
        #expect(try witness.next() == .vanished)
    }

    @Test func `parents that are created one by one are followed`() throws {
        let witness = try PathWitness()
        witness.watch("p/q/r/a")
        #expect(try witness.next() == .vanished)
        witness.directory.makeDirectory("p")
        try witness.nothing()
        witness.directory.makeDirectory("p/q")
        witness.directory.makeDirectory("p/q/r")
        try witness.directory.write("p/q/r/a", "one")
        #expect(try witness.next() == witness.stamp("p/q/r/a"))
    }

    @Test func `a parent that is replaced replaces the file in it`() throws {
        let witness = try PathWitness()
        for name in ["p", "other"] {
            witness.directory.makeDirectory(name)
            try witness.directory.write("\(name)/a", name)
        }
        witness.watch("p/a")
        _ = try witness.next()
        rename(witness.directory.path("p"), witness.directory.path("old"))
        rename(witness.directory.path("other"), witness.directory.path("p"))
        #expect(try witness.next() == witness.stamp("p/a"))
        try witness.directory.write("p/a", "new")
        #expect(try witness.next() == witness.stamp("p/a"))
    }
}
