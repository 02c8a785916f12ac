import Glibc
import Records
import Showing

/// A server of the Model Context Protocol on standard input and output, through which assistants read what the
/// daemon keeps. It answers one request after another.
///
/// Source: Model Context Protocol, versions 2025-06-18 and 2025-11-25: Lifecycle, Tools, and stdio of
/// Transports; JSON-RPC 2.0.
struct ContextServer {
    /// The versions of the protocol, the newest first.
    static let versions = ["2025-11-25", "2025-06-18"]
    /// The maximum size of a message, in bytes.
    private static let mostBytes = 1 << 20

    /// The codes of errors; source: JSON-RPC 2.0, 5.1.
    private enum Fault: Int {
        case parsing = -32700
        case request = -32600
        case method = -32601
        case parameters = -32602
    }

    private let tools: ContextTools

    /// Makes a server whose tools ask a daemon.
    init(_ tools: ContextTools) { self.tools = tools }

    /// Answers all requests until standard input ends.
    func run() {
        var lines = InputLines(limit: ContextServer.mostBytes)
        while let line = lines.next() {
            guard let reply = answer(line) else { continue }
            Terminal.write(reply.short + "\n")
        }
    }

    /// Returns the response to a message; `nil` for notifications, and responses that nobody asked for.
    private func answer(_ line: InputLines.Line) -> JSON? {
        guard case .whole(let bytes) = line else {
            return failure(.null, .request, "a message has at most \(ContextServer.mostBytes) bytes")
        }
        guard !bytes.allSatisfy({ $0.isBlank || $0.isLineEnd }) else { return nil }
        guard let message = try? JSON(parsing: bytes) else {
            return failure(.null, .parsing, "the message is not JSON")
        }
        guard message.object != nil, message["jsonrpc"] == "2.0" else {
            return failure(.null, .request, "the message is not an object of JSON-RPC 2.0")
        }
        let id = message["id"]
        guard let method = message["method"]?.string else {
            let isResponse = message["result"] != nil || message["error"] != nil
            return isResponse ? nil : failure(id ?? .null, .request, "the request has no method")
        }
        guard let id else { return nil }
        guard id.string != nil || id.int != nil else {
            return failure(.null, .request, "the identifier is neither a text nor a whole number")
        }
        return reply(to: id, method, message["params"] ?? .object([]))
    }

    private func reply(to id: JSON, _ method: String, _ parameters: JSON) -> JSON {
        switch method {
        case "initialize": return success(id, greeting(parameters["protocolVersion"]?.string))
        case "ping": return success(id, .object([]))
        case "tools/list": return success(id, ["tools": .array(ContextTool.allCases.map(\.json))])
        case "tools/call":
            guard let tool = parameters["name"]?.string.flatMap(ContextTool.init) else {
                let names = ContextTool.allCases.map(\.rawValue).joined(separator: ", ")
                return failure(id, .parameters, "the tool is none of \(names)")
            }
            return success(id, tools.call(tool, parameters["arguments"] ?? .object([])))
        default: return failure(id, .method, "there is no method \(method.shortened(toBytes: 80))")
        }
    }

    /// Returns the answer to `initialize`: the version of the client if it is known, otherwise the newest.
    private func greeting(_ version: String?) -> JSON {
        let known = version.flatMap { ContextServer.versions.contains($0) ? $0 : nil }
        return [
            "protocolVersion": .string(known ?? ContextServer.versions[0]),
            "capabilities": ["tools": .object([])],
            "serverInfo": ["name": "almanac", "title": "almanac", "version": .string(Version.text)],
            "instructions": .string(ContextTools.instructions),
        ]
    }

    private func success(_ id: JSON, _ result: JSON) -> JSON {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    private func failure(_ id: JSON, _ fault: Fault, _ message: String) -> JSON {
        ["jsonrpc": "2.0", "id": id, "error": ["code": .int(fault.rawValue), "message": .string(message)]]
    }
}

/// The lines of standard input.
private struct InputLines {
    /// A line.
    enum Line {
        /// A line without its end.
        case whole([UInt8])
        /// A line that was longer than the limit, and was skipped.
        case tooLong
    }

    private let limit: Int
    private var buffer: [UInt8] = []
    private var isSkipping = false

    init(limit: Int) { self.limit = limit }

    /// Waits for the next line; `nil` at the end of the input.
    mutating func next() -> Line? {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: .newline) {
                let line = Array(buffer[..<end])
                buffer.removeFirst(end + 1)
                defer { isSkipping = false }
                return isSkipping || line.count > limit ? .tooLong : .whole(line)
            }
            if buffer.count > limit {
                isSkipping = true
                buffer = []
            }
            searched = buffer.count
            guard read() else { return nil }
        }
    }

    private mutating func read() -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        repeat { count = Glibc.read(STDIN_FILENO, &part, part.count) } while count < 0 && errno == EINTR
        guard count > 0 else { return false }
        buffer += part.prefix(count)
        return true
    }
}
