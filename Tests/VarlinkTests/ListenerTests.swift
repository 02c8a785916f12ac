import Glibc
import Reactive
import Systemd
import Testing
import Varlink

/// In processes of their own: the number of descriptors is limited for a whole process.
@Suite struct ListenerTests {
    @Test func `without descriptors who connects is turned away, and nobody waits for ever`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let house = try House()
                let before = try house.connect()
                try before.until(house.loop) { house.sockets.count == 1 }
                let turnedAway = try house.connect()
                let limit = try limitDescriptors(to: nil)
                try turnedAway.untilEnd(on: house.loop)
                try #require(try house.settled() < 10)
                _ = try limitDescriptors(to: limit)
                let after = try house.connect()
                after.send("{\"method\":\"org.example.test.Echo\"}\0")
                try #require(try after.messages(1, on: house.loop).count == 1)
                try #require(house.sockets.count == 2)
            }
        }
    }

    @Test func `when not even that helps it is tried again after a second, not over and over`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let house = try House()
                let wire = try house.connect()
                let limit = try limitDescriptors(to: 3)
                try #require(try house.settled() < 10)
                house.clock.advance(by: .milliseconds(900))
                try #require(try house.settled() == 0)
                _ = try limitDescriptors(to: limit)
                house.clock.advance(by: .milliseconds(300))
                wire.send("{\"method\":\"org.example.test.Echo\"}\0")
                try #require(try wire.messages(1, on: house.loop).count == 1)
            }
        }
    }
}

extension House {
    /// How many turns the loop makes until nothing is ready, at most a thousand.
    fileprivate func settled() throws -> Int {
        var turns = 0
        while turns < 1_000, try loop.turn(timeout: .milliseconds(10)) { turns += 1 }
        return turns
    }
}

/// Limits the descriptors of this process, with `nil` to those that it has.
///
/// - Returns: What the limit was.
private func limitDescriptors(to count: rlim_t?) throws -> rlim_t {
    var limit = rlimit()
    try #require(getrlimit(__rlimit_resource_t(7), &limit) == 0)
    let before = limit.rlim_cur
    let next = dup(0)
    close(next)
    limit.rlim_cur = count ?? rlim_t(next)
    try #require(setrlimit(__rlimit_resource_t(7), &limit) == 0)
    return before
}
