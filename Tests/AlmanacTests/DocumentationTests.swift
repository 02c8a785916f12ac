import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct DocumentationTests {
    private let daemon: ScriptedDaemon

    init() throws { daemon = try ScriptedDaemon() }

    private func help(_ words: String...) throws -> String {
        let running = try Running(words + ["--help"], on: daemon)
        #expect(try running.end() == 0)
        #expect(running.error.isEmpty)
        return running.output
    }

    /// Returns the commands that the overview lists.
    private func commands() throws -> [String] {
        let section = try help().split(separator: "Commands:\n")[1].split(separator: "\n\n")[0]
        return section.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// Returns the long options in the help texts of all commands.
    private func options() throws -> Set<String> {
        var options: Set<String> = []
        for command in try commands() {
            for word in try help(command).split(whereSeparator: { " ,[]=\n".contains($0) })
            where word.hasPrefix("--") {
                options.insert(String(word))
            }
        }
        return options
    }

    private func text(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        return String(decoding: try #require(File.read("\(root)/etc/\(path)")), as: UTF8.self)
    }

    @Test func `the overview lists every command, and each has its own help`() throws {
        let names = try commands()
        #expect(names.count == 27 && names.contains("watch"))
        for name in names { #expect(try help(name).hasPrefix("Usage: almanac \(name)")) }
    }

    @Test func `the man page describes every command and option`() throws {
        let page = try text("man/almanac.1").replacing("\\-", with: "-")
        for name in try commands() {
            #expect(page.contains(".BI \(name) ") || page.contains(".B \(name)\n"), "\(name)")
        }
        for option in try options() { #expect(page.contains(option), "\(option)") }
    }

    @Test(arguments: ["almanac.bash", "_almanac", "almanac.fish"])
    func `the completions contain every command and option`(_ file: String) throws {
        let completion = try text("completions/\(file)")
        for name in try commands() { #expect(completion.contains(name), "\(name)") }
        for option in try options() {
            #expect(
                completion.contains(option) || completion.contains("-l \(option.dropFirst(2)) "), "\(option)")
        }
    }

    @Test func `help fits a narrow terminal`() throws {
        let running = try Running(["watch", "--help"], on: daemon, environment: ["COLUMNS": "40"])
        _ = try running.end()
        let widest = running.output.split(separator: "\n").filter { !$0.contains("--format") }.map(\.count)
            .max()
        #expect(widest ?? 99 <= 40)
    }
}
