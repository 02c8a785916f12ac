import Glibc
import Reactive
import ReactiveExample
import Testing

/// The examples of the documentation, in simulated time.
@Suite struct ExampleTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    @Test func `the search asks after a pause, shows the newest answer only and goes on after a failure`() {
        let clock = ManualScheduler()
        var asked: [String] = []
        var lines: [[String]] = []
        let search = Search(clock: clock) { text in
            asked.append(text)
            let wait: LoopTime.Stride = text == "slow" ? .seconds(60) : .seconds(1)
            return text == "bad"
                ? Fail(error: .offline).eraseToAnyPublisher()
                : Just([text]).setFailureType(to: SearchError.self).delay(for: wait, scheduler: clock)
                    .eraseToAnyPublisher()
        }
        let sink = search.lines.sink { lines.append($0) }
        func type(_ text: String, then wait: Duration) {
            search.typed.send(text)
            clock.advance(by: wait)
        }
        type("k", then: .milliseconds(100))
        type("kp", then: .milliseconds(500))
        type("kpw", then: .seconds(2))
        type("bad", then: .seconds(2))
        type("slow", then: .seconds(10))
        type("kpwm", then: .seconds(2))
        #expect(asked == ["kp", "kpw", "bad", "slow", "kpwm"])
        #expect(lines == [["kpw"], ["bad: offline"], ["slow: tooSlow"], ["kpwm"]])
        sink.cancel()
    }

    @Test func `the request is retried with growing delays, each changed at random, and gives up`() {
        let clock = ManualScheduler()
        var attempts: [Int64] = []
        var isOver = false
        let request = Deferred { () -> Fail<Int, SearchError> in
            attempts.append(clock.now.microseconds / 1_000)
            return Fail(error: .offline)
        }
        let sink = patient(request, clock: clock, generator: Numbers()).sink(
            receiveCompletion: { _ in isOver = true }, receiveValue: { _ in })
        clock.run()
        #expect(attempts.count == 9 && isOver)
        let waits = zip(attempts.dropFirst(), attempts).map { Double($0 - $1) / 1_000 }
        for (wait, expected) in zip(waits, [1.0, 2, 4, 8, 16, 32, 60, 60]) {
            #expect(abs(wait - expected) <= expected / 5 + 0.001)
        }
        #expect(Set(zip(waits, [1.0, 2, 4, 8, 16, 32]).map { $0 / $1 }).count > 1)
        sink.cancel()
    }

    @Test func `two timers publish both readings, once when both are due`() {
        let clock = ManualScheduler()
        var (loads, temperatures) = (0.0, 20)
        var seen: [String] = []
        let sink = readings(
            load: {
                loads += 0.5
                return loads
            },
            temperature: {
                temperatures += 1
                return temperatures
            }, clock: clock
        ).sink { seen.append($0) }
        clock.advance(by: .seconds(60))
        #expect(seen.count == 7)
        #expect(seen.first == "load 0.5, 21 °C")
        #expect(seen.last == "load 3.5, 22 °C")
        sink.cancel()
    }

    @Test func `the program runs all three`() throws {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        let own = String(decoding: path[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let pipe = try #require(popen("\(folder)/ReactiveExample", "r"))
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let length = fread(&bytes, 1, bytes.count, pipe)
        #expect(pclose(pipe) == 0)
        let lines = String(decoding: bytes[..<length], as: UTF8.self).split(separator: "\n")
        #expect(
            Set(lines) == [
                "Portland, Portsmouth", "Bost: offline", "answered at attempt 4", "load 0.5, 21 °C",
            ])
    }

    @Test(arguments: ["Search", "Backoff", "Timers", "main"])
    func `the documentation contains the example that is compiled`(name: String) throws {
        let page = try text("Sources/ReactiveAsync/ReactiveAsync.docc/Examples.md")
        #expect(page.contains("```swift\n\(try text("Tests/ReactiveExample/\(name).swift"))```\n"))
    }

    /// Returns the text of a file of the project.
    private func text(_ path: String) throws -> String {
        let file = try #require(fopen("\(ExampleTests.root)/\(path)", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

/// Random numbers that are the same in each run (Marsaglia: Xorshift RNGs, 2003).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
