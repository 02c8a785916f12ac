import Glibc
import Testing

/// A network of its own for some tests: they run in a second process, under unshare(1), and the first looks at how
/// that ended.
nonisolated enum Namespace {
    private static let mark = "ALMANAC_TEST_NAMESPACE"

    /// Whether this process is the second one.
    static var isInside: Bool { getenv(mark) != nil }

    /// Whether this machine lets us have one: root, or user namespaces for all, and iproute2.
    static let isPossible = (try? shell("unshare -rnm ip link 2>/dev/null")) != nil

    /// Runs the tests of a suite in a network of their own.
    ///
    /// - Parameters:
    ///   - suite: The suite's name; its tests are enabled by `isInside` alone.
    ///   - count: How many tests it has.
    /// - Throws: When this program cannot be started again.
    static func run(_ suite: String, count: Int) throws {
        let program = String(decoding: try shell("readlink /proc/$PPID/exe").dropLast(), as: UTF8.self)
        let output = try shell(
            "\(mark)=1 unshare -rnm '\(program)' --testing-library swift-testing --filter '\(suite)' 2>&1"
                + " || echo it ended with $?")
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.contains("with \(count) tests in 1 suite passed"), "\(text)")
    }
}
