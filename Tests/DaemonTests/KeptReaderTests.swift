import Reactive
import Records
import Testing
import Varlink

/// The subscribers whose sockets are stored by the service manager. Each test runs in a process of its own,
/// because the address of the service manager applies to a whole process.
@Suite struct KeptReaderTests {
    @Test func `subscribers that stay are stored at the second scan, all in one message`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let fixture = try LiveDaemon(folder, clock: clock)
                let crowd = try (0..<30).map { _ in try fixture.subscribe() }
                try fixture.turn(until: { crowd.allSatisfy { $0.has("ready") } })
                clock.advance(by: .milliseconds(500))
                try #require(mailbox.take() == ["p 1", "r 30"])
                clock.advance(by: .seconds(60))
                try #require(mailbox.take() == [])
                fixture.end()
            }
        }
    }

    @Test func `subscribers that only take a snapshot are never stored`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let fixture = try LiveDaemon(folder, clock: clock)
                for _ in 0..<50 {
                    let peer = RawPeer(folder.path + "/run/lines")
                    try fixture.turn(until: { peer.lines.count == 2 })
                }
                try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 0 })
                clock.advance(by: .seconds(60))
                try #require(mailbox.take() == [])
                fixture.end()
            }
        }
    }

    @Test func `many subscribers are stored in short messages, and a thousand at most`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let fixture = try LiveDaemon(folder, clock: clock)
                let crowd = (0..<1_100).map { _ in RawPeer(folder.path + "/run/lines") }
                try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 1_100 })
                var left: [Int] = []
                for _ in 0..<50 {
                    clock.advance(by: .milliseconds(200))
                    let messages = mailbox.take().filter { $0.hasPrefix("r") }
                    try #require(messages.count <= 1)
                    left += messages.compactMap { Int($0.dropFirst(2)) }
                }
                try #require(left.reduce(0, +) == 1_000)
                var before = 0
                for count in left {
                    try #require(count * before <= 50_000)
                    before += count
                }
                withExtendedLifetime(crowd) { fixture.end() }
            }
        }
    }
}
