import Glibc

/// Chromium with pages of the web interface, driven by `Peers/pages.py`.
final class WebBrowser {
    /// The number of pages, half of them in each of two contexts.
    static let pages = 10

    /// The bytes that a first visit to a path loads, with the heads of the responses.
    private(set) var sizes: [String: Int] = [:]
    private let output: UnsafeMutablePointer<FILE>

    /// Opens the pages and waits until all follow the changes.
    ///
    /// - Parameter marks: The marks of which every page shows one at the end.
    /// - Throws: An error if Chromium cannot be started.
    init(until marks: [String]) throws {
        let targets = WebFixture.Page.allCases.map { String($0.target.prefix { $0 != "?" }) }
        let words = ["http://127.0.0.1:\(WebFixture.port)"] + targets + marks
        let peer = BenchFiles.root + "Sources/bench/Peers/pages.py"
        let command = "taskset -c 0,1 python3 '\(peer)' " + words.joined(separator: " ")
        guard let pipe = popen(command, "r") else {
            throw BenchError(description: "cannot start Chromium")
        }
        output = pipe
        while let words = line(), words != ["ready"] {
            guard words.count == 3, words[0] == "size" else { continue }
            sizes[words[1]] = Int(words[2])
        }
    }

    /// Returns the marks that the pages have shown, with the moments in microseconds since 1970.
    func end() throws -> [(mark: String, moment: Int)] {
        var shown: [(mark: String, moment: Int)] = []
        while let words = line() {
            guard words.count == 3, words[0] == "shown", let moment = Int(words[2]) else { continue }
            shown.append((words[1], moment))
        }
        guard pclose(output) == 0 else { throw BenchError(description: "the pages cannot be read") }
        return shown
    }

    private func line() -> [String]? {
        var room = [CChar](repeating: 0, count: 4096)
        guard fgets(&room, CInt(room.count), output) != nil else { return nil }
        let text = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
