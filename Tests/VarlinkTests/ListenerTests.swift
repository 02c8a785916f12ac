import Glibc
import Reactive
import Systemd
import Testing
import Varlink

/// Tests in separate processes, because the limit of descriptors applies to a whole process.
@Suite struct ListenerTests {
    @Test func `without descriptors, a new client is disconnected instead of waiting for ever`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let fixture = try Fixture()
                let before = try fixture.connect()
                try before.until(fixture.loop) { fixture.sockets.count == 1 }
                let turnedAway = try fixture.connect()
                let limit = try limitDescriptors(to: nil)
                try turnedAway.untilEnd(on: fixture.loop)
                try #require(try fixture.settled() < 10)
                _ = try limitDescriptors(to: limit)
                let after = try fixture.connect()
                after.send("{\"method\":\"org.example.test.Echo\"}\0")
                try #require(try after.messages(1, on: fixture.loop).count == 1)
                try #require(fixture.sockets.count == 2)
            }
        }
    }

    @Test func `without a spare descriptor either, the listener retries after a second and not at once`()
        async
    {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let fixture = try Fixture()
                let wire = try fixture.connect()
                let limit = try limitDescriptors(to: 3)
                try #require(try fixture.settled() < 10)
                fixture.clock.advance(by: .milliseconds(900))
                try #require(try fixture.settled() == 0)
                _ = try limitDescriptors(to: limit)
                fixture.clock.advance(by: .milliseconds(300))
                wire.send("{\"method\":\"org.example.test.Echo\"}\0")
                try #require(try wire.messages(1, on: fixture.loop).count == 1)
            }
        }
    }
}

extension Fixture {
    /// Runs the loop until nothing is ready; returns the number of turns, at most a thousand.
    fileprivate func settled() throws -> Int {
        var turns = 0
        while turns < 1_000, try loop.turn(timeout: .zero) { turns += 1 }
        return turns
    }
}

/// Sets the limit of descriptors of this process; `nil` sets it to the number in use.
///
/// - Returns: The previous limit.
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
