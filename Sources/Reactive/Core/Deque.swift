/// A queue: appends at the end, takes from the front, both O(1) on average.
struct Deque<Element> {
    private var elements: [Element?] = []
    private var head = 0

    init() {}

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func popLast() -> Element? {
        if isEmpty { return nil }
        return elements.removeLast()
    }
}
