import Reactive
import Records
import Systemd
import TestServer

/// A broker of MQTT 3.1.1 that accepts each client, and sends messages.
final class HintBroker {
    let server: StreamServer
    /// The code with which it answers a connection; 0 accepts it.
    var code: UInt8 = 0
    /// The connections, subscriptions, acknowledgements and pings that it has received, as bytes.
    private(set) var packets: [[UInt8]] = []
    /// The packets that a new subscriber receives.
    var retained: [UInt8] = []
    private var number = 0

    init(on loop: EventLoop) throws {
        server = try StreamServer(on: loop)
        server.answer = { [unowned self] in answer($0) }
    }

    /// The number of subscriptions.
    var subscriptions: Int { packets.count { $0[0] == 0x82 } }

    /// Sends a message to all clients.
    func publish(_ topic: String, _ payload: String) {
        number = number % 60_000 + 1
        server.send(HintBroker.message(0x32, topic, number: number, payload))
    }

    /// Returns a message.
    static func message(_ head: UInt8, _ topic: String, number: Int? = nil, _ payload: String) -> [UInt8] {
        let content =
            [0, UInt8(topic.utf8.count)] + Array(topic.utf8)
            + (number.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? []) + Array(payload.utf8)
        var bytes = [head]
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
            rest >>= 7
        } while rest > 0
        return bytes + content
    }

    private func answer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (rest, output): (ArraySlice<UInt8>, [UInt8]) = (bytes, [])
        while rest.count >= 2 {
            let length = Int(rest[rest.startIndex + 1])
            let packet = Array(rest.prefix(2 + length))
            rest = rest.dropFirst(2 + length)
            packets.append(packet)
            switch packet[0] {
            case 0x10: output += [0x20, 2, 0, code]
            case 0x82: output += [0x90, 3, packet[2], packet[3], 1] + retained
            case 0xC0: output += [0xD0, 0]
            default: break
            }
        }
        return output
    }
}

/// A daemon with a table of one row on a web server, and brokers whose messages hint at another row.
final class HintFixture {
    let fixture: LiveDaemon
    let folder: Folder
    let brokers: [HintBroker]
    let server: HTTPServer
    /// The version of the document: its tag, and its row.
    var version = 1
    /// Whether it answers that there is no document.
    var isEmpty = false
    /// The difference of the server's clock from the daemon's; `nil` if it states no time.
    var skew: Duration? = .zero
    /// The number of requests whose answer was a document.
    private(set) var documents = 0

    /// Starts all of them, and waits for the subscriptions and the first document.
    ///
    /// - Parameters:
    ///   - folder: The folder of the daemon.
    ///   - settings: Further settings of `[Source]`.
    ///   - count: The number of brokers.
    ///   - login: The user and the password, and `@`; empty for none.
    /// - Throws: When one of them cannot be started.
    init(
        in folder: Folder, _ settings: String = "Refresh=1h\n", brokers count: Int = 1, login: String = ""
    ) throws {
        self.folder = folder
        fixture = try LiveDaemon(folder)
        let loop = fixture.loop
        let brokers = try (0..<count).map { _ in try HintBroker(on: loop) }
        self.brokers = brokers
        server = try HTTPServer(on: loop)
        server.script = { [unowned self] in [answer($0)] }
        let lines = brokers.map { "Push=mqtt://\(login)127.0.0.1:\($0.server.port)/news/#\n" }.joined()
        define("web", lines + settings)
        try fixture.turn(until: { brokers.allSatisfy { $0.subscriptions > 0 } })
        try fixture.turn(until: "web", is: "fresh")
    }

    /// Defines a source of the document.
    func define(_ name: String, _ settings: String) {
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=table\nURL=\(server.url("/\(name)"))\nAllowHTTP=yes\nAllowPrivate=yes\n\(settings)"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
    }

    /// The number of requests so far.
    var requests: Int { server.heads.count }

    /// The statements of the source about hints.
    func hints() throws -> JSON { try fixture.runtime(of: "web")?["hints"] ?? .null }

    /// The remarks of the source.
    func notes() throws -> [String] {
        (try fixture.runtime(of: "web")?["notes"]?.array ?? []).compactMap(\.string)
    }

    /// Turns the loop for a while, and sends something before each step.
    func turn(for time: Duration, every pause: Duration = .seconds(3600), _ act: () -> Void = {}) throws {
        let end = folder.wall + time
        var next = folder.wall
        try fixture.turn(until: {
            if folder.wall >= next {
                next = folder.wall + pause
                act()
            }
            return folder.wall >= end
        })
    }

    /// Returns the document of a version.
    static func document(_ version: Int) -> String { "id,value\n1,\(version)\n" }

    private func answer(_ head: String) -> HTTPServer.Act {
        let date = skew.map { "Date: \((folder.wall + $0).httpDate)\r\n" } ?? ""
        if isEmpty { return .answer("204 No Content", date, "") }
        let tag = "ETag: \"\(version)\"\r\n\(date)"
        if head.contains("If-None-Match: \"\(version)\"") { return .answer("304 Not Modified", tag, "") }
        documents += 1
        return .good(HintFixture.document(version), tag)
    }
}
