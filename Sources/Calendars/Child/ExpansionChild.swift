import CConfinement
import Glibc
import Records

/// The process that expands calendars for the daemon, so that no document costs it more than some time and
/// memory.
///
/// It gives up all it does not need, and answers requests on standard input until that ends.
public enum ExpansionChild {
    /// The command of the program that runs this.
    public static let command = "expand-calendars"

    /// The exit status if the process cannot be confined, sysexits.h.
    static let unconfined: CInt = 71

    /// The processor time of the process, in seconds.
    private static let seconds: UInt32 = 10
    /// The processor time of one series with rules, in milliseconds; the steps of a rule, which are limited,
    /// take a tenth of it.
    private static let seriesMilliseconds: UInt32 = 250
    /// The processor time of a brief request, in milliseconds.
    private static let briefMilliseconds: UInt32 = 250
    /// The memory beyond that of the program: at least, for each byte of the first document, and at most.
    private static let leastMemory = 24 << 20
    private static let memoryPerByte = 16
    private static let mostMemory = 192 << 20

    /// Answers requests.
    ///
    /// - Returns: The exit status.
    public static func run() -> CInt {
        var input = ChildInput()
        var isConfined = false
        while let line = input.line() {
            guard let request = ExpansionRequest(line) else { return EXIT_FAILURE }
            if !isConfined {
                let memory = min(leastMemory + memoryPerByte * request.size, mostMemory)
                guard almanac_confine(UInt(memory), seconds) == 0 else { return unconfined }
                isConfined = true
            }
            _ = almanac_limit_computing(request.isBrief ? briefMilliseconds : 0)
            guard let text = input.bytes(request.size) else { return EXIT_FAILURE }
            input = answer(request, text, input)
        }
        return EXIT_SUCCESS
    }

    private static func answer(
        _ request: ExpansionRequest, _ text: [UInt8], _ input: ChildInput
    ) -> ChildInput {
        var input = input
        var output = ChildOutput()
        func find(_ name: String) -> TimeZoneFile? {
            output.add(ExpansionMessage.zone(name).line)
            output.flush()
            guard let size = input.line().flatMap({ Int(String(decoding: $0, as: UTF8.self)) }), size > 0,
                let bytes = input.bytes(size)
            else { return nil }
            return try? TimeZoneFile(bytes)
        }
        var expander = CalendarExpander(
            now: request.now, past: request.past, ahead: request.ahead, skipped: request.skipped,
            edition: request.edition, find: find, use: { send($0, to: &output) })
        let hasCalendar = expander.expand(text)
        output.add(ExpansionMessage.end(hasCalendar: hasCalendar, nextChange: expander.nextChange).line)
        output.flush()
        return input
    }

    private static func send(_ part: CalendarExpander.Part, to output: inout ChildOutput) {
        switch part {
        case .begins(let number):
            // The parent must know it when the limit ends this process.
            output.add(ExpansionMessage.begins(number).line)
            output.flush()
            _ = almanac_limit_time(seriesMilliseconds)
        case .ends: _ = almanac_limit_time(0)
        case .occurrence(let key, let data): output.add(ExpansionMessage.occurrence(key: key, data: data))
        case .fault(let uid, let field, let found, let reason):
            output.add(
                ExpansionMessage.reject(Reject(key: uid, field: field, found: found, reason: reason)).line)
        case .title(let title): output.add(ExpansionMessage.title(title).line)
        }
    }
}

/// Standard input, read without the C library's buffers.
struct ChildInput {
    private var held: [UInt8] = []
    private var at = 0

    /// Returns the next line without its line feed; `nil` at the end.
    mutating func line() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if at == held.count, !fill() { return nil }
            if let end = held[at...].firstIndex(of: .newline) {
                line += held[at..<end]
                at = end + 1
                return line
            }
            line += held[at...]
            at = held.count
        }
    }

    /// Returns the next bytes; `nil` if there are fewer.
    mutating func bytes(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            if at == held.count, !fill() { return nil }
            let part = held[at...].prefix(count - bytes.count)
            bytes += part
            at += part.count
        }
        return bytes
    }

    private mutating func fill() -> Bool {
        held = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            // The process handles no signal that could interrupt this.
            unsafe count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
        }
        at = 0
        return !held.isEmpty
    }
}

/// Standard output; an error ends the process, since nobody reads the result.
struct ChildOutput {
    private var held: [UInt8] = []

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) {
        held += bytes
        if held.count >= 65_536 { flush() }
    }

    /// Writes all that was added.
    mutating func flush() {
        var rest = held[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(EXIT_FAILURE) }
            rest = rest.dropFirst(count)
        }
        held.removeAll(keepingCapacity: true)
    }
}
