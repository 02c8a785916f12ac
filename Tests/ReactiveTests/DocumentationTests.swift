import Glibc
import Reactive
import Testing

/// The examples of the documentation, verbatim.
@Suite struct DocumentationTests {
    @Test func `the alarm of the overview rings after five quiet seconds`() {
        let clock = ManualScheduler()
        var rung: [String] = []
        func print(_ text: String) { rung.append(text) }

        let loads = PassthroughSubject<Int, Never>()
        let alarm = loads.filter { $0 > 90 }
            .debounce(for: .seconds(5), scheduler: clock)
            .sink { print("load is \($0) %") }

        loads.send(95)
        clock.advance(by: .seconds(5))
        #expect(rung == ["load is 95 %"])
        alarm.cancel()
    }

    @Test func `an example chains Combine's operators`() {
        var titles: [String] = []

        let name = CurrentValueSubject<String, Never>("KPWM")
        let known = ["KPWM": "Portland", "KBOS": "Boston"]
        let title = name.removeDuplicates()
            .compactMap { known[$0] }
            .sink { titles.append($0) }
        name.value = "KBOS"

        #expect(titles == ["Portland", "Boston"])
        title.cancel()
    }

    @Test func `an example retries and shares`() {
        let clock = ManualScheduler()
        let generator = SplitMix(seed: 1)
        var attempts = 0
        let request = Deferred { () -> Result<Int, TestError>.Publisher in
            attempts += 1
            return (attempts < 3 ? Result.failure(.oops) : .success(attempts)).publisher
        }

        let patience = RetrySchedule.exponential(first: .seconds(1), cap: .seconds(60))
            .jittered(by: 0.2, using: generator)
        let steady = request.retry(patience, scheduler: clock)
        let seen = Recorder()
        steady.subscribe(seen)
        clock.run()
        #expect(seen.values == [3])

        let shared = request.share(replay: 1)
        let late = [Recorder(), Recorder()]
        for each in late { shared.subscribe(each) }
        #expect(late.map(\.values) == [[4], [4]])
    }

    @Test func `an example combines publishers`() {
        let clock = ManualScheduler()
        var readings: [String] = []
        var snapshots: [[String: Int]] = []
        let keys = CurrentValueSubject<[String], Never>(["a"])
        let stations = ["a": CurrentValueSubject<Int, Never>(1), "b": CurrentValueSubject<Int, Never>(2)]

        let celsius = CurrentValueSubject<Int, Never>(0)
        let fahrenheit = celsius.map { $0 * 9 / 5 + 32 }
        let both = celsius.combineLatest(fahrenheit, coalescedBy: clock)
            .sink { readings.append("\($0) = \($1)") }
        let all = keys.combineLatest { key in stations[key]! }
            .sink { snapshots.append($0) }

        clock.advance()
        celsius.value = 100
        clock.advance()
        keys.value = ["a", "b"]
        #expect(readings == ["0 = 32", "100 = 212"])
        #expect(snapshots == [["a": 1], ["a": 1, "b": 2]])
        both.cancel()
        all.cancel()
    }

    @Test func `an example advances time manually`() {
        var count = 0

        let clock = ManualScheduler()
        let ticks = clock.timer(every: .seconds(60), slack: .seconds(5)).sink { _ in count += 1 }
        clock.advance(by: .seconds(3_600))

        #expect(count == 60)
        ticks.cancel()
    }

    @Test func `an example keeps only the newest request`() {
        let clock = ManualScheduler()
        let asked = PassthroughSubject<Void, Never>()
        let changed = PassthroughSubject<Void, Never>()
        var attempts = 0
        func attempt() -> AnyPublisher<String, TestError> {
            attempts += 1
            return attempts == 2
                ? Fail(error: .oops).eraseToAnyPublisher()
                : Just("answer").setFailureType(to: TestError.self).eraseToAnyPublisher()
        }

        let answers = asked.merge(with: changed)
            .debounce(for: .milliseconds(100), scheduler: clock)
            .map { attempt().catch { _ in Just("last good answer") } }
            .switchToLatest()
            .removeDuplicates()
            .share()

        var seen: [String] = []
        let sink = answers.sink { seen.append($0) }
        asked.send()
        clock.advance(by: .seconds(1))
        changed.send()
        asked.send()
        clock.advance(by: .seconds(1))
        #expect(seen == ["answer", "last good answer"])
        sink.cancel()
    }

    @Test(arguments: ["Reactive", "ForCombineUsers", "Rules", "WhichOperator"])
    func `this file contains every example of the documentation, line by line`(page: String) throws {
        let tests = try #require(text(#filePath))
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
            separator: "/")
        let guide = try #require(text("\(root)/Sources/Reactive/Reactive.docc/\(page).md"))
        let known = Set(tests.split(separator: "\n").map(trimmed))
        var isExample = false
        for line in guide.split(separator: "\n") {
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample {
                #expect(known.contains(trimmed(line)), "\(page): \(line)")
            }
        }
    }

    private func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

    /// Returns the text of a file; `nil` if it cannot be read.
    private func text(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
