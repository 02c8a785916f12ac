import Glibc
import Reactive
import Records
import Systemd
import TestServer
import Testing

/// Files that are not synchronized, as a power cut may leave them.
@Suite(.serialized) struct PowerCutTests {
    /// The state in which a power cut leaves a file.
    enum Loss: CaseIterable {
        case nothing, name, allBytes, lastBytes, middleBytes
    }

    private let folder = Folder()
    private let clock = ManualScheduler()
    private let loop: EventLoop
    private let server: HTTPServer
    private let document = "state/private/documents/web.z"

    init() throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        define()
    }

    private func define(_ rules: String = "") {
        folder.write(
            "etc/sources.d/web.source",
            "[Source]\nKind=table\nURL=\(server.url("/web"))\nAllowHTTP=yes\nAllowPrivate=yes\nRefresh=5min\n"
                + "[Record]\nKey=id\n\(rules)")
    }

    /// Lets the server have a version of the document.
    private func serve(_ version: Int) {
        server.script = { head in
            let tag = "ETag: \"\(version)\"\r\n"
            return head.contains("If-None-Match: \"\(version)\"")
                ? [.answer("304 Not Modified", tag, "")]
                : [.good("id,name,size\n1,v\(version),\(String(repeating: "9", count: 2000))\n", tag)]
        }
    }

    private func start() throws -> LiveDaemon { try LiveDaemon(folder, on: loop, clock: clock) }

    /// Runs a daemon until it has the document, and ends it.
    ///
    /// - Returns: The cursor of its log.
    private func runOnce() throws -> JSON? {
        let daemon = try start()
        try daemon.turn(until: "web", is: "fresh")
        try daemon.turn(until: { folder.read("state/web.json") != nil })
        defer { daemon.end() }
        return try daemon.call("GetStatus")["cursor"]
    }

    /// Fetches the source, and returns whether the request had the validator.
    private func isConditional(_ daemon: LiveDaemon) throws -> Bool? {
        let count = server.heads.count
        _ = try daemon.call("Refresh", ["selector": ["sources": ["web"]], "wait": true])
        if server.heads.count == count { throw NotSo() }
        return server.heads.last?.contains("If-None-Match")
    }

    private func lose(_ loss: Loss, of name: String) {
        let path = "\(folder.path)/\(name)"
        var status = stat()
        stat(path, &status)
        switch loss {
        case .nothing: break
        case .name: unlink(path)
        case .allBytes: truncate(path, 0)
        case .lastBytes: truncate(path, status.st_size - 3)
        case .middleBytes:
            let file = open(path, O_WRONLY)
            defer { close(file) }
            #expect(pwrite(file, [0, 0, 0, 0], 4, status.st_size / 2) == 4)
        }
    }

    @Test(arguments: Loss.allCases)
    func `no validators are sent for a document that is not whole`(loss: Loss) throws {
        serve(1)
        let cursor = try runOnce()
        lose(loss, of: document)
        let daemon = try start()

        #expect(try isConditional(daemon) == (loss == .nothing))
        #expect(try isConditional(daemon) == true)
        #expect(try daemon.call("GetStatus")["cursor"] == cursor)
        daemon.end()
    }

    @Test func `an earlier document is not decoded by a new definition, but requested again`() throws {
        serve(1)
        _ = try runOnce()
        folder.copy("earlier.z", from: folder, document)
        serve(2)
        let daemon = try start()
        _ = try isConditional(daemon)
        let cursor = try daemon.call("GetStatus")["cursor"]
        daemon.end()

        folder.copy(document, from: folder, "earlier.z")
        define("Omit=size\n")
        let next = try start()
        let heard = try next.subscribe(["since": try NotSo.unless(cursor)])
        try next.turn(until: { heard.records.count == 1 })
        #expect(heard.records == ["changed 1"])
        #expect(server.heads.last?.contains("If-None-Match") == false)
        #expect(folder.read("state/web.json")?.contains("v1") == false)
        next.end()
    }

    @Test func `a lost document is not requested before its upstream permits it`() throws {
        server.script = { _ in
            [.good("id,name,size\n1,v1,1\n", "ETag: \"1\"\r\nCache-Control: max-age=7200\r\n")]
        }
        _ = try runOnce()
        lose(.name, of: document)
        define("Omit=size\n")
        let daemon = try start()
        try daemon.turn(until: { try daemon.runtime(of: "web")?["failure"] != nil })
        #expect(server.heads.count == 1)
        daemon.end()
    }

    @Test(arguments: Loss.allCases)
    func `a published file that is not whole is written again at the start`(loss: Loss) throws {
        serve(1)
        _ = try runOnce()
        let good = folder.read("state/web.json")
        lose(loss, of: "state/web.json")
        let daemon = try start()
        try daemon.turn(until: { folder.read("state/web.json") == good })
        daemon.end()
    }
}
