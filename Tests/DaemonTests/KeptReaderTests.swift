import Reactive
import Records
import Testing
import Varlink

/// Whom the service manager is left, and when. In processes of their own: who the manager is, is told a whole process.
@Suite struct KeptReaderTests {
    @Test func `who stays is left to the service manager at the second look, all in one message`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let house = try LiveHouse(folder, clock: clock)
                let crowd = try (0..<30).map { _ in try house.subscribe() }
                try house.turn(until: { crowd.allSatisfy { $0.has("ready") } })
                clock.advance(by: .milliseconds(500))
                try #require(mailbox.take() == ["p 1", "r 30"])
                clock.advance(by: .seconds(60))
                try #require(mailbox.take() == [])
                house.end()
            }
        }
    }

    @Test func `who only takes the state and leaves is no work for the manager`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let house = try LiveHouse(folder, clock: clock)
                for _ in 0..<50 {
                    let peer = RawPeer(folder.path + "/run/lines")
                    try house.turn(until: { peer.lines.count == 2 })
                }
                try house.turn(until: { (try? house.call("GetStatus")["subscribers"]) == 0 })
                clock.advance(by: .seconds(60))
                try #require(mailbox.take() == [])
                house.end()
            }
        }
    }

    @Test func `of very many no message keeps the manager for long, and a thousand at most are left`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let (folder, clock) = (Folder(), ManualScheduler())
                let mailbox = StoreMailbox(folder.path + "/notify")
                let house = try LiveHouse(folder, clock: clock)
                let crowd = (0..<1_100).map { _ in RawPeer(folder.path + "/run/lines") }
                try house.turn(until: { (try? house.call("GetStatus")["subscribers"]) == 1_100 })
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
                withExtendedLifetime(crowd) { house.end() }
            }
        }
    }
}
