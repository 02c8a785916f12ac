import AlmanacClient
import Glibc
import Systemd
import TestDaemon
import Testing

@MainActor @Suite struct ExampleTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    @Test func `the example in almanac-guide(7) is the example that is compiled`() throws {
        let guide = String(
            decoding: try #require(File.read("\(ExampleTests.root)/etc/man/almanac-guide.7")), as: UTF8.self)
        let path = "\(ExampleTests.root)/Tests/SwiftExample/main.swift"
        let example = String(decoding: try #require(File.read(path)), as: UTF8.self)
        #expect(guide.contains(".Bd -literal -offset indent\n\(example).Ed\n"))
    }

    /// The machine's daemon would be asked instead.
    @Test(.enabled(if: !DaemonSocket.system.exists))
    func `the example prints the changes of the user's daemon`() throws {
        let daemon = try ScriptedDaemon()
        let folder = daemon.directory + "/almanac"
        #expect(mkdir(folder, 0o700) == 0)
        #expect(symlink(daemon.socket, folder + "/io.almanac") == 0)
        let example = Command(
            [Command.built("SwiftExample")], environment: ["XDG_RUNTIME_DIR": daemon.directory])
        let (pid, output, error) = try #require(example.start())
        defer {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            close(output)
            close(error)
        }
        #expect(try daemon.turn { !daemon.subscribers.isEmpty })
        // The output of a program to a pipe arrives in blocks.
        for number in 1...1_000 { try daemon.tell(.change("added", number)) }
        var bytes: [UInt8] = []
        let watch = try daemon.loop.watch(output, for: .reading) { _ in
            var block = [UInt8](repeating: 0, count: 65_536)
            bytes += block[..<max(0, read(output, &block, block.count))]
        }
        defer { watch.cancel() }
        #expect(try daemon.turn { !bytes.isEmpty })
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("added metar@KPWM \nadded metar@KPWM \n"))
    }
}
