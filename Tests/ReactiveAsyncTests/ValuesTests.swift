import Reactive
import ReactiveAsync
import Testing

@MainActor @Suite struct ValuesTests {
    private enum TestError: Error { case oops }

    /// Lets other tasks of the main actor run until a condition holds.
    private func wait(until holds: () -> Bool) async {
        while !holds() { await Task.yield() }
    }

    @Test func `the values of a publisher are read in order until it finishes`() async {
        var values: [Int] = []
        for await value in (1...1_000).publisher.values { values.append(value) }
        #expect(values == Array(1...1_000))
    }

    @Test func `each step of the loop requests one value`() async {
        var demand: [Subscribers.Demand] = []
        let numbers = (1...3).publisher.handleEvents(receiveRequest: { demand.append($0) })
        for await value in numbers.values { #expect(demand == Array(repeating: .max(1), count: value)) }
        #expect(demand.count == 3)
    }

    @Test func `values sent while the task waits arrive`() async {
        let subject = PassthroughSubject<Int, Never>()
        var requests = 0
        let watched = subject.handleEvents(receiveRequest: { _ in requests += 1 })
        var values: [Int] = []
        let task = Task { for await value in watched.values { values.append(value) } }
        for number in 1...3 {
            await wait { requests == number }
            subject.send(number)
        }
        await wait { requests == 4 }
        subject.send(completion: .finished)
        await task.value
        #expect(values == [1, 2, 3])
    }

    @Test func `a buffer keeps what a subject sends between two requests`() async {
        let subject = PassthroughSubject<Int, Never>()
        let kept = subject.buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest)
        var values = kept.values.makeAsyncIterator()
        for number in 1...3 { subject.send(number) }
        subject.send(completion: .finished)
        var received: [Int] = []
        while let value = await values.next() { received.append(value) }
        #expect(received == [1, 2, 3])
    }

    @Test func `a failure is thrown once, after the values before it`() async throws {
        let publisher = Just(1).setFailureType(to: TestError.self).append(Fail(error: .oops))
        var values = publisher.values.makeAsyncIterator()
        #expect(try await values.next() == 1)
        await #expect(throws: TestError.oops) { try await values.next() }
        #expect(try await values.next() == nil)
    }

    @Test func `cancelling the task ends the loop and cancels the subscription`() async {
        let subject = PassthroughSubject<Int, Never>()
        var isSubscribed = false
        var isCancelled = false
        let watched = subject.handleEvents(
            receiveCancel: { isCancelled = true }, receiveRequest: { _ in isSubscribed = true })
        let task = Task { for await _ in watched.values {} }
        await wait { isSubscribed }
        task.cancel()
        await task.value
        #expect(isCancelled)
    }

    @Test func `a cancelled task reads nothing, even from an endless publisher`() async {
        let endless = CurrentValueSubject<Int, Never>(1).flatMap { _ in (1...Int.max).publisher }
        let task = Task { () -> Int in
            var count = 0
            for await _ in endless.values { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test func `leaving the loop cancels the subscription`() async {
        var cancellations = 0
        let endless = (1...Int.max).publisher.handleEvents(receiveCancel: { cancellations += 1 })
        for await value in endless.values where value == 3 { break }
        #expect(cancellations == 1)
    }

    @Test func `a publisher without values ends the loop at once`() async {
        for await _ in Empty<Int, Never>().values { Issue.record("there is no value") }
    }
}
