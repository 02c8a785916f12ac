import Glibc
import Systemd
import Testing

@Suite struct JournalTests {
    @Test func `without a journal a message is one line that is safe for terminals`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                log(.warning, "bad\nline\u{1B}[31m\u{9B}m\ttab", .sourceFailing, ["ALMANAC_SOURCE": "x\ny"])
                log(.info, "grüße")
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("bad\\nline\\u{1b}[31m\\u{9b}m\\ttab\ngrüße\n"))
    }

    @Test func `a message below the minimum level is not composed`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                Journal.minimum = .warning
                log(.info, fatal())
                log(.error, "grave")
                Journal.minimum = .debug
                log(.debug, "small")
            }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).hasSuffix("grave\nsmall\n"))
    }

    @Test func `the level is taken from SYSTEMD_LOG_LEVEL`() async throws {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                setenv("SYSTEMD_LOG_LEVEL", "err", 1)
                exit(Journal.minimum == .error ? 0 : 1)
            }
        }
    }

    @Test func `standard error is the journal only if it matches the manager's variable`() async throws {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                var status = stat()
                fstat(STDERR_FILENO, &status)
                setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino + 1)", 1)
                exit(Journal.isConnected ? 1 : 0)
            }
        }
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                var status = stat()
                fstat(STDERR_FILENO, &status)
                setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
                exit(Journal.isConnected ? 0 : 1)
            }
        }
    }

    @Test func `levels are parsed from numbers and from systemd's names`() {
        #expect(LogLevel("4") == .warning)
        #expect(["emerg", "err", "debug"].map { LogLevel($0) } == [.emergency, .error, .debug])
        #expect(LogLevel("8") == nil)
        #expect(LogLevel("loud") == nil)
        #expect(LogLevel.error < .info)
    }
}

private nonisolated func fatal() -> String { exit(9) }
