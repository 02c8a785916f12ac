/// A fair queue: elements wait in lanes, and are taken in turn from each lane and, within a lane, from each
/// user.
///
/// A user who adds a thousand elements delays only their own. Adding, removing and taking cost O(1),
/// amortized, for any number of waiting elements.
package nonisolated struct FairQueue<Element> {
    /// The position of an element, for `remove`.
    package struct Ticket: Hashable, Sendable {
        fileprivate let lane: Int
        fileprivate let user: UInt32
        fileprivate let number: UInt64
    }

    /// The number of waiting elements.
    package private(set) var count = 0
    private var lanes: [Lane<Element>]
    /// The lane that is next.
    private var turn = 0
    private var last: UInt64 = 0

    /// Creates an empty queue.
    package init(lanes: Int) { self.lanes = Array(repeating: Lane(), count: lanes) }

    /// Appends an element after all others of its user in its lane.
    package mutating func append(_ element: Element, of user: UInt32, lane: Int) -> Ticket {
        last += 1
        count += 1
        lanes[lane].append(element, number: last, of: user)
        return Ticket(lane: lane, user: user, number: last)
    }

    /// Removes a waiting element; does nothing if it was taken or removed before.
    package mutating func remove(_ ticket: Ticket) {
        if lanes[ticket.lane].remove(ticket.number, of: ticket.user) { count -= 1 }
    }

    /// Removes and returns the next element; `nil` if none is waiting.
    package mutating func popFirst() -> Element? {
        for step in lanes.indices {
            let lane = (turn + step) % lanes.count
            guard let element = lanes[lane].popFirst() else { continue }
            turn = (lane + 1) % lanes.count
            count -= 1
            return element
        }
        return nil
    }
}

/// The waiting elements of one lane.
private nonisolated struct Lane<Element> {
    /// The users with waiting or removed elements; each occurs once in `order`.
    private var users: [UInt32: UserQueue<Element>] = [:]
    private var order = WaitingLine<UInt32>()

    mutating func append(_ element: Element, number: UInt64, of user: UInt32) {
        if users[user] == nil { order.append(user) }
        users[user, default: UserQueue()].append(element, number: number)
    }

    mutating func remove(_ number: UInt64, of user: UInt32) -> Bool { users[user]?.remove(number) ?? false }

    mutating func popFirst() -> Element? {
        while let user = order.popFirst() {
            // Removing the value avoids a copy when it changes.
            guard var line = users.removeValue(forKey: user), let element = line.popFirst() else { continue }
            if !line.isEmpty {
                users[user] = line
                order.append(user)
            }
            return element
        }
        return nil
    }
}

/// The waiting elements of one user in one lane.
private nonisolated struct UserQueue<Element> {
    private var elements: [UInt64: Element] = [:]
    /// The numbers of the elements in order; those of removed elements are skipped.
    private var numbers = WaitingLine<UInt64>()

    var isEmpty: Bool { elements.isEmpty }

    mutating func append(_ element: Element, number: UInt64) {
        elements[number] = element
        numbers.append(number)
    }

    mutating func remove(_ number: UInt64) -> Bool {
        guard elements.removeValue(forKey: number) != nil else { return false }
        // This removes at least half of the numbers, so its cost per removed element is constant.
        if numbers.count > 2 * elements.count + 32 { numbers.keep { elements[$0] != nil } }
        return true
    }

    mutating func popFirst() -> Element? {
        while let number = numbers.popFirst() {
            if let element = elements.removeValue(forKey: number) { return element }
        }
        return nil
    }
}

/// A first-in, first-out queue.
private nonisolated struct WaitingLine<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            if head > 32, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    /// Removes all elements that do not satisfy the predicate.
    mutating func keep(_ isKept: (Element) -> Bool) {
        elements = elements[head...].filter(isKept)
        head = 0
    }
}
