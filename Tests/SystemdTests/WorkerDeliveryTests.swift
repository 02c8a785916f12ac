import Glibc
import Systemd
import Testing

@Suite(.serialized) struct WorkerDeliveryTests {
    /// Returns the numbers of the open event descriptors.
    private func eventDescriptors() -> Set<CInt> {
        var found: Set<CInt> = []
        // Other suites in the same process may have thousands of descriptors open.
        for number in CInt(0)..<65_536 {
            var target = [CChar](repeating: 0, count: 64)
            guard readlink("/proc/self/fd/\(number)", &target, target.count - 1) > 0 else { continue }
            if strcmp(target, "anon_inode:[eventfd]") == 0 { found.insert(number) }
        }
        return found
    }

    /// Replaces a descriptor with one that cannot be written while `body` runs.
    private func withoutWriting(_ descriptor: CInt, _ body: () throws -> Void) throws {
        let original = dup(descriptor)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(null, descriptor)
        close(null)
        defer { close(original) }
        try body()
        dup2(original, descriptor)
    }

    @Test func `a result whose announcement failed is delivered later, and so are those that follow`() throws
    {
        let loop = try EventLoop()
        let before = eventDescriptors()
        let worker = try Worker("w", on: loop) {}
        let bell = try #require(eventDescriptors().subtracting(before).first)
        var answers: [Int] = []
        try withoutWriting(bell) {
            let ends = try Pipe()
            worker.run { _ in
                1
            } then: {
                answers.append((try? $0.get()) ?? 0)
            }
            // When the second job runs, the announcement of the first one has failed.
            worker.run { _ in
                ends.write()
                return 2
            } then: {
                answers.append((try? $0.get()) ?? 0)
            }
            ends.waitForByte()
        }
        worker.run { _ in
            3
        } then: {
            answers.append((try? $0.get()) ?? 0)
        }
        #expect(try loop.turn { answers.count == 3 })
        #expect(answers == [1, 2, 3])
        worker.finish()
    }

    @Test func `a failed announcement is tried again without a further job`() throws {
        let loop = try EventLoop()
        let before = eventDescriptors()
        let worker = try Worker("w", on: loop) {}
        let bell = try #require(eventDescriptors().subtracting(before).first)
        var answer: Int?
        try withoutWriting(bell) {
            let ends = try Pipe()
            worker.run { _ in
                ends.write()
                return 1
            } then: {
                answer = try? $0.get()
            }
            ends.waitForByte()
        }
        #expect(try loop.turn { answer == 1 })
        worker.finish()
    }

    @Test func `blocking calls have threads of their own, and their results are delivered on the loop`()
        throws
    {
        let loop = try EventLoop()
        let calls = try BlockingCalls<Int>("calls", on: loop)
        let (hanging, other) = (try Pipe(), 7)
        var results: [Int] = []
        try calls.start {
            hanging.waitForByte()
            return 1
        } then: {
            results.append($0)
        }
        try calls.start {
            other
        } then: {
            results.append($0)
        }
        #expect(try loop.turn { results == [7] })
        #expect(calls.count == 1)
        hanging.write()
        #expect(try loop.turn { results == [7, 1] })
        #expect(calls.count == 0)
    }
}

/// A pipe between two threads.
private nonisolated final class Pipe: Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    func write() {
        var byte: UInt8 = 0
        _ = Glibc.write(writing.raw, &byte, 1)
    }

    func waitForByte() {
        var byte: UInt8 = 0
        _ = read(reading.raw, &byte, 1)
    }
}
