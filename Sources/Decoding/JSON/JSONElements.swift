import Records

/// Walks a JSON document, slice by slice, and hands out the values that lie at a place, one by one.
///
/// Every byte is checked, also of what lies elsewhere. Memory is bounded by a slice and the longest value, 16 MiB.
struct JSONElements {
    /// One value, not checked yet.
    struct Element {
        /// Where it lies in the text.
        let place: Range<Int>
        /// What names it; `nil` for an element of an array and for a single value.
        let name: String?
        /// Bytes from the start of the document.
        let offset: Int
    }

    /// The longest value, bytes.
    static let maximumLength = 16 << 20

    private enum State {
        /// A value is due.
        case value
        /// Behind an opening bracket: a first element or the closing bracket.
        case first
        /// Behind an element: a comma or the closing bracket.
        case next
        /// Behind a comma in an object.
        case name
        case end
    }

    /// A container on the way to the elements, or the one that holds them.
    private struct Level {
        let isObject: Bool
        var index = 0
        var name = ""
    }

    var text: [UInt8] = []
    /// Whether the place was found.
    private(set) var isFound = false
    private let steps: [String]
    private let isKeyed: Bool
    private var levels: [Level] = []
    private var state = State.value
    private var at = 0
    private var dropped = 0
    /// How many lines end in what was dropped.
    private var droppedLines = 0
    private(set) var isLast = false
    private var value: (scanner: ValueScanner, start: Int, isWanted: Bool)?

    init(_ format: JSONFormat) { (steps, isKeyed) = (format.steps, format.keyedBy != nil) }

    /// Drops the text that was read; before it is added to.
    mutating func makeRoom() {
        let done = value?.start ?? at
        droppedLines += text.span.lineFeeds(in: 0..<done)
        text.removeSubrange(0..<done)
        (at, dropped) = (at - done, dropped + done)
        value?.start -= done
    }

    mutating func finish() { isLast = true }

    /// Goes to the next element.
    ///
    /// - Returns: `nil` when more slices are needed, or none is left.
    /// - Throws: When the document breaks the rules of JSON.
    mutating func next() throws(DecodeError) -> Element? {
        while value != nil || skipBlanks() {
            if value != nil {
                guard let (element, isWanted) = try endValue() else { return nil }
                if isWanted { return element }
                _ = try self.value(element)
            } else if try !step() {
                return nil
            }
        }
        return nil
    }

    /// Goes to the next element if it is an object in an array and comes next.
    ///
    /// - Returns: Where it begins; `nil` when `next` must look.
    /// - Throws: When the document breaks the rules of JSON before it.
    mutating func object() throws(DecodeError) -> Int? {
        while value == nil, isAtElements, levels.last?.isObject == false, skipBlanks() {
            if state == .value { return text[at] == 0x7B ? at : nil }
            if try !step() { return nil }
        }
        return nil
    }

    /// Goes behind an element that was found by `object`.
    mutating func skip(to end: Int) { (at, state) = (end, .next) }

    /// The value of an element.
    ///
    /// - Throws: When it breaks the rules of JSON.
    func value(_ element: Element) throws(DecodeError) -> JSON {
        do {
            return try JSON(parsing: text.span.extracting(element.place))
        } catch {
            throw fault(error.expected, at: element.place.lowerBound + error.offset)
        }
    }

    /// The line on which an element begins, 1 is the first.
    func line(of element: Element) -> Int { line(at: element.place.lowerBound) }

    private func line(at place: Int) -> Int { droppedLines + text.span.lineFeeds(in: 0..<place) + 1 }

    /// Checks that the document is complete; when all has been read.
    func checkEnd() throws(DecodeError) {
        if state == .value, levels.isEmpty, value == nil {
            throw DecodeError(.empty, part: "JSON", found: "", offset: 0)
        }
        if state != .end || value != nil || at < text.count { throw fault("end of the document") }
        if !isFound {
            let part = "JSON at /" + steps.joined(separator: "/")
            throw DecodeError(.shape, part: part, found: "other members", offset: 0)
        }
    }

    /// An error about the text from here on.
    func fault(_ expected: String, at offset: Int? = nil) -> DecodeError {
        let place = min(offset ?? at, text.count)
        let found = text.span.extracting(place..<text.count).opening
        return DecodeError(
            part: "JSON \(expected)", found: found, offset: dropped + place, line: line(at: place))
    }
}

extension JSONElements {
    /// Whether the values of the innermost container are the elements.
    private var isAtElements: Bool { isFound && levels.count == steps.count + 1 }

    /// Whether the value due lies on the way to the elements, or holds them.
    private var isOnWay: Bool {
        guard !isFound, levels.count <= steps.count else { return false }
        guard let level = levels.last else { return true }
        let step = steps[levels.count - 1]
        return level.isObject ? level.name.utf8.elementsEqual(step.utf8) : String(level.index) == step
    }

    private mutating func skipBlanks() -> Bool {
        while at < text.count {
            switch text[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return true
            }
        }
        return false
    }

    /// Reads one token of the frame around the elements; `false` when more bytes are needed.
    private mutating func step() throws(DecodeError) -> Bool {
        let byte = text[at]
        switch state {
        case .value: try beginValue(byte)
        case .first:
            if byte == (levels.last?.isObject == true ? 0x7D : 0x5D) { return close() }
            return try beginElement()
        case .next:
            if byte == (levels.last?.isObject == true ? 0x7D : 0x5D) { return close() }
            guard byte == 0x2C else { throw fault("comma") }
            at += 1
            levels[levels.count - 1].index += 1
            state = levels.last?.isObject == true ? .name : .value
        case .name: return try beginElement()
        case .end: throw fault("end of the document")
        }
        return true
    }

    /// Goes into a container on the way, or begins a value that is taken or stepped over whole.
    private mutating func beginValue(_ byte: UInt8) throws(DecodeError) {
        guard isOnWay else {
            value = (ValueScanner(), at, isAtElements)
            return
        }
        let isGoal = levels.count == steps.count
        if isGoal { isFound = true }
        let enters = isGoal ? byte == 0x5B || (byte == 0x7B && isKeyed) : byte == 0x5B || byte == 0x7B
        if enters {
            levels.append(Level(isObject: byte == 0x7B))
            state = .first
            at += 1
        } else {
            value = (ValueScanner(), at, isGoal)
        }
    }

    /// Reads the name of an object's member, if this is one.
    private mutating func beginElement() throws(DecodeError) -> Bool {
        guard levels.last?.isObject == true else {
            state = .value
            return true
        }
        guard let (name, end) = try memberName() else { return false }
        levels[levels.count - 1].name = name
        at = end
        state = .value
        return true
    }

    /// The name that stands here and where its value begins; `nil` when more bytes are needed.
    private func memberName() throws(DecodeError) -> (String, Int)? {
        guard text[at] == 0x22 else { throw fault("name") }
        var (scanner, end) = (ValueScanner(), at)
        guard scanner.end(text.span, &end, isLast: isLast) else {
            if text.count - at > JSONElements.maximumLength { throw fault("name of at most 16 MiB") }
            return nil
        }
        var reader = JSONScanner(at: at)
        do {
            let name = try reader.string(text.span)
            guard reader.peek(text.span) != nil else { return nil }
            try reader.expect(0x3A, "colon", text.span)
            return (name, reader.offset)
        } catch {
            throw fault(error.expected, at: error.offset)
        }
    }

    private mutating func close() -> Bool {
        at += 1
        levels.removeLast()
        state = levels.isEmpty ? .end : .next
        return true
    }

    /// Looks for the end of the value that was begun; `nil` when more bytes are needed.
    private mutating func endValue() throws(DecodeError) -> (Element, isWanted: Bool)? {
        guard var value else { return nil }
        let (text, start) = (self.text, value.start)
        let isComplete = value.scanner.end(text.span, &at, isLast: isLast)
        guard isComplete else {
            if at - start > JSONElements.maximumLength { throw fault("value of at most 16 MiB", at: start) }
            self.value = value
            return nil
        }
        self.value = nil
        let name = isAtElements && levels.last?.isObject == true ? levels.last?.name : nil
        state = levels.isEmpty ? .end : .next
        return (Element(place: start..<at, name: name, offset: dropped + start), value.isWanted)
    }
}
