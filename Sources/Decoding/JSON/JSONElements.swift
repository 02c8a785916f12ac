package import Records

/// An iterator over the values at one place of a JSON document that arrives in slices.
///
/// The scanner checks every byte of the document. Memory is bounded by a slice and the longest value, 16 MiB.
package struct JSONElements {
    /// A value that has not been checked yet.
    package struct Element {
        /// The range of the value in the text.
        package let place: Range<Int>
        /// The name of the value; `nil` for an element of an array and for a single value.
        package let name: String?
        /// The offset in bytes from the start of the document.
        package let offset: Int
    }

    /// The maximum length of a name or a value, in bytes.
    package static let maximumLength = 16 << 20

    private enum State {
        /// Expects a value.
        case value
        /// After an opening bracket: expects a first element or the closing bracket.
        case first
        /// After an element: expects a comma or the closing bracket.
        case next
        /// After a comma in an object: expects a name.
        case name
        case end
    }

    /// A container on the path to the elements, or the one that holds them.
    private struct Level {
        let isObject: Bool
        var index = 0
        var name = ""
    }

    package var text: [UInt8] = []
    /// Whether the path was found.
    private(set) var isFound = false
    package private(set) var surroundings = JSONSurroundings()
    /// Whether another object begins on a line of its own after the first one.
    package private(set) var isFollowed = false
    private var isObject = false
    private var endsLine = false
    private let steps: [String]
    private let isKeyed: Bool
    private var levels: [Level] = []
    private var state = State.value
    private var at = 0
    private var dropped = 0
    /// The offset up to which line ends of the text are counted, and their number.
    private var counted = (place: 0, lines: 0)
    /// The number of line ends in the discarded text.
    private var droppedLines = 0
    package private(set) var isLast = false
    private var value: (scanner: ValueScanner, start: Int, isWanted: Bool)?

    package init(_ format: JSONFormat) {
        steps = format.steps
        isKeyed = format.keyedBy != nil
    }

    /// Discards the text that has been read; called before appending a slice.
    package mutating func makeRoom() {
        let done = value?.start ?? at
        droppedLines += text.span.lineFeeds(in: 0..<done)
        text.removeSubrange(0..<done)
        at -= done
        dropped += done
        value?.start -= done
        counted = (0, 0)
    }

    package mutating func finish() { isLast = true }

    /// Whether the last element is the whole document.
    package var isWhole: Bool { levels.isEmpty && steps.isEmpty }

    /// Moves to the next element.
    ///
    /// - Returns: The element; `nil` if more slices are needed or no element is left.
    /// - Throws: `DecodeError` if the document is not valid JSON.
    package mutating func next() throws(DecodeError) -> Element? {
        while value != nil || skipBlanks() {
            if value != nil {
                guard let (element, isWanted) = try finishValue() else { return nil }
                if isWanted { return element }
                let value = try lenientValue(element)
                if let level = levels.last, level.isObject { surroundings.add(value, named: level.name) }
            } else if try !step() {
                return nil
            }
        }
        return nil
    }

    /// Moves to the next element if it is an object in an array and comes next.
    ///
    /// - Returns: The offset where it begins; `nil` if `next` must be called.
    /// - Throws: `DecodeError` if the text before it is not valid JSON.
    package mutating func object() throws(DecodeError) -> Int? {
        while value == nil, isAtElements, levels.last?.isObject == false, skipBlanks() {
            if state == .value { return text[at] == .leftBrace ? at : nil }
            if try !step() { return nil }
        }
        return nil
    }

    /// Moves past an element found by `object`.
    package mutating func skip(to end: Int) {
        at = end
        state = .next
    }

    /// Parses the value of an element.
    ///
    /// - Throws: `DecodeError` if it is not valid JSON.
    package func value(_ element: Element) throws(DecodeError) -> JSON {
        do {
            return try JSON(parsing: text.span.extracting(element.place))
        } catch {
            throw fault(error.expected, at: element.place.lowerBound + error.offset)
        }
    }

    /// Parses the value of an element, in which `NotANumber` may mark words in place of numbers.
    package func lenientValue(_ element: Element) throws(DecodeError) -> JSON {
        do {
            return try NotANumber.value(text.span.extracting(element.place))
        } catch {
            throw fault(error.expected, at: element.place.lowerBound + error.offset)
        }
    }

    /// The text that has not been read, and the number of its first line.
    package var unread: (text: [UInt8], line: Int) { (Array(text[at...]), line(at: at)) }

    /// Returns the number of the line on which an element begins, from 1; fast for elements in the order of
    /// the text.
    package mutating func line(of element: Element) -> Int {
        let place = element.place.lowerBound
        if place < counted.place { counted = (0, 0) }
        counted.lines += text.span.lineFeeds(in: counted.place..<place)
        counted.place = place
        return droppedLines + counted.lines + 1
    }

    private func line(at place: Int) -> Int { droppedLines + text.span.lineFeeds(in: 0..<place) + 1 }

    /// Checks that the document is complete, after everything has been read.
    package func checkEnd() throws(DecodeError) {
        if state == .value, levels.isEmpty, value == nil {
            throw DecodeError(.empty, part: "JSON", found: "", offset: 0)
        }
        if state != .end || value != nil || at < text.count { throw fault("end of the document") }
        if !isFound {
            let part = "JSON at /" + steps.joined(separator: "/")
            throw DecodeError(.shape, part: part, found: surroundings.message ?? "other members", offset: 0)
        }
    }

    /// Creates an error about the text from here on.
    package func fault(_ expected: String, at offset: Int? = nil) -> DecodeError {
        let place = min(offset ?? at, text.count)
        let found = text.span.extracting(place..<text.count).opening
        return DecodeError(
            part: "JSON \(expected)", found: found, offset: dropped + place, line: line(at: place))
    }
}

extension JSONElements {
    /// Whether the values of the innermost container are the elements.
    private var isAtElements: Bool { isFound && levels.count == steps.count + 1 }

    /// Whether the expected value lies on the path to the elements, or contains them.
    private var isOnWay: Bool {
        guard !isFound, levels.count <= steps.count else { return false }
        guard let level = levels.last else { return true }
        let step = steps[levels.count - 1]
        return level.isObject ? level.name.utf8.elementsEqual(step.utf8) : String(level.index) == step
    }

    private mutating func skipBlanks() -> Bool {
        while at < text.count {
            switch text[at] {
            case .space, .tab: at += 1
            case .newline, .carriageReturn:
                at += 1
                endsLine = state == .end
            default: return true
            }
        }
        return false
    }

    /// Reads one token outside the elements; returns `false` if more bytes are needed.
    private mutating func step() throws(DecodeError) -> Bool {
        let byte = text[at]
        switch state {
        case .value: try startValue(byte)
        case .first:
            if byte == (levels.last?.isObject == true ? .rightBrace : .rightBracket) { return close() }
            return try readName()
        case .next:
            if byte == (levels.last?.isObject == true ? .rightBrace : .rightBracket) { return close() }
            guard byte == .comma else { throw fault("comma") }
            at += 1
            levels[levels.count - 1].index += 1
            state = levels.last?.isObject == true ? .name : .value
        case .name: return try readName()
        case .end:
            guard isObject, endsLine, byte == .leftBrace else {
                throw fault("end of the document (or Layout=lines)")
            }
            isFollowed = true
            return false
        }
        return true
    }

    /// Enters a container on the path, or begins a value to be returned or skipped.
    private mutating func startValue(_ byte: UInt8) throws(DecodeError) {
        if levels.isEmpty { isObject = byte == .leftBrace }
        guard isOnWay else {
            value = (ValueScanner(), at, isAtElements)
            return
        }
        let isGoal = levels.count == steps.count
        if isGoal { isFound = true }
        let enters =
            isGoal
            ? byte == .leftBracket || (byte == .leftBrace && isKeyed)
            : byte == .leftBracket || byte == .leftBrace
        if enters {
            levels.append(Level(isObject: byte == .leftBrace))
            state = .first
            at += 1
        } else {
            value = (ValueScanner(), at, isGoal)
        }
    }

    /// Reads the name of a member if the container is an object.
    private mutating func readName() throws(DecodeError) -> Bool {
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

    /// Returns the name here and the offset of its value; `nil` if more bytes are needed.
    private func memberName() throws(DecodeError) -> (String, Int)? {
        guard text[at] == .quote else { throw fault("name") }
        var scanner = ValueScanner()
        var end = at
        guard scanner.findEnd(text.span, at: &end, isLast: isLast) else {
            if text.count - at > JSONElements.maximumLength { throw fault("name of at most 16 MiB") }
            return nil
        }
        var reader = JSONScanner(at: at)
        do {
            let name = try reader.string(text.span)
            guard reader.peek(text.span) != nil else { return nil }
            try reader.expect(.colon, as: "colon", in: text.span)
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

    /// Searches for the end of the value; `nil` if more bytes are needed.
    private mutating func finishValue() throws(DecodeError) -> (Element, isWanted: Bool)? {
        guard var value else { return nil }
        let text = self.text
        let start = value.start
        guard value.scanner.findEnd(text.span, at: &at, isLast: isLast) else {
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
