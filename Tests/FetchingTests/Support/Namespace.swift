import Glibc
import Testing

/// Runs tests in a separate network namespace: in a second process under unshare(1), whose result the first
/// process checks.
nonisolated enum Namespace {
    private static let mark = "ALMANAC_TEST_NAMESPACE"

    /// Whether this process is the second one.
    static var isInside: Bool { getenv(mark) != nil }

    /// Whether this machine permits a network namespace: root or user namespaces, and iproute2.
    static let isPossible = (try? shell("unshare -rnm ip link 2>/dev/null")) != nil

    /// Runs the tests of a suite in a separate network namespace.
    ///
    /// - Parameters:
    ///   - suite: The suite's name; its tests are enabled only by `isInside`.
    ///   - count: The number of its tests.
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
