import Reactive
import Testing

@Suite struct PassthroughSubjectTests {
    @Test func `everyone gets a value that was sent while sending after the one on its way`() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [[Int]] = [[], []]
        var kept: Set<AnyCancellable> = []
        subject.sink { value in
            seen[0].append(value)
            if value == 1 { subject.send(2) }
        }.store(in: &kept)
        subject.sink { seen[1].append($0) }.store(in: &kept)

        subject.send(1)
        #expect(seen == [[1, 2], [1, 2]])
    }

    @Test func `subscribers are served in the order of subscription`() {
        let subject = PassthroughSubject<Int, Never>()
        var order: [Int] = []
        let all = (0..<20).map { index in subject.sink { _ in order.append(index) } }
        all[3].cancel()
        let late = subject.sink { _ in order.append(20) }

        subject.send(0)
        #expect(order == Array(0..<21).filter { $0 != 3 })
        late.cancel()
        for each in all { each.cancel() }
    }
}
