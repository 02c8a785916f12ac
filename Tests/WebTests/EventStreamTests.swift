import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct EventStreamTests {
    @Test func `a stream has every change with its cursor`() throws {
        let site = try Website()
        let stream = try site.client("/events?sources=s")
        try stream.wait { $0.text.contains("event: ready") }
        #expect(stream.header("Content-Type") == "text/event-stream")
        for _ in 0..<3 { try site.change() }
        try stream.wait { $0.cursors.count == 3 }
        #expect(stream.cursors == ["a.1", "a.2", "a.3"])
        #expect(stream.text.contains(#""data":{"value":3}"#))
    }

    @Test func `many streams of one selector share a subscription`() throws {
        let site = try Website()
        let streams = try (0..<20).map { _ in try site.client("/events?sources=s") }
        for stream in streams { try stream.wait { $0.text.contains("event: ready") } }
        try site.change()
        for stream in streams { try stream.wait { $0.cursors.count == 1 } }
        #expect(streams.allSatisfy { $0.cursors == ["a.1"] })
        #expect(site.followed == 1)
    }

    @Test func `a client that connects again receives what it missed, once`() throws {
        let site = try Website()
        let first = try site.client("/events?sources=s")
        try first.wait { $0.text.contains("event: ready") }
        for _ in 0..<5 { try site.change() }
        try first.wait { $0.cursors.count == 5 }
        let again = try site.client("/events?sources=s", headers: ["Last-Event-ID: a.2"])
        try again.wait { $0.cursors.count == 3 }
        try site.change()
        try again.wait { $0.cursors.count == 4 }
        #expect(again.cursors == ["a.3", "a.4", "a.5", "a.6"])
        #expect(site.followed == 1)
    }

    @Test func `a client that missed more than is kept catches up and then shares the subscription`() throws {
        let site = try Website()
        for _ in 0..<4 { try site.change() }
        let current = try site.client("/events?sources=s")
        try current.wait { $0.text.contains("event: ready") }
        let late = try site.client("/events?sources=s", headers: ["Last-Event-ID: a.1"])
        try late.wait { $0.cursors.count == 3 }
        #expect(site.followed == 2)
        for _ in 0..<3 { try site.change() }
        try late.wait { $0.cursors.count == 6 }
        try current.wait { $0.cursors.count == 3 }
        #expect(late.cursors == (2...7).map { "a.\($0)" })
        #expect(current.cursors == (5...7).map { "a.\($0)" })
        _ = try site.daemon.turn { site.daemon.subscribers.count == 2 }
        #expect(site.daemon.subscribers.count == 2)
    }

    @Test func `a restarted daemon is followed without loss or repetition`() throws {
        let site = try Website()
        let stream = try site.client("/events?sources=s")
        try stream.wait { $0.text.contains("event: ready") }
        try site.change()
        try stream.wait { $0.cursors.count == 1 }
        for _ in 0..<5 {
            site.daemon.stop()
            try stream.wait { _ in site.daemon.subscribers.isEmpty }
            try site.daemon.start()
            try stream.wait { _ in site.daemon.subscribers.count == 2 }
            try site.change()
        }
        try stream.wait { $0.cursors.count == 6 }
        #expect(stream.cursors == (1...6).map { "a.\($0)" })
        #expect(stream.text.contains(#"data: {"reachable":false}"#))
        #expect(stream.text.contains(#"data: {"reachable":true}"#))
    }

    @Test func `a restarted web interface is followed without loss or repetition`() throws {
        let site = try Website()
        var cursors: [String] = []
        for _ in 0..<5 {
            let last = cursors.last.map { ["Last-Event-ID: \($0)"] } ?? []
            let stream = try site.client("/events?sources=s", headers: last)
            try stream.wait { $0.text.contains("event: ready") }
            for _ in 0..<3 { try site.change() }
            let count = cursors.isEmpty ? 3 : 4
            try stream.wait { $0.cursors.count == count }
            cursors += stream.cursors
            site.stop()
            // This change is made while nobody follows.
            try site.change()
            try site.begin()
        }
        #expect(cursors == (1...19).map { "a.\($0)" })
    }

    @Test func `pages get one line for each change`() throws {
        let site = try Website()
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        try site.change(source: "towns", key: "Bath")
        try stream.wait { $0.cursors.count == 1 }
        #expect(stream.text.contains(#""source":"towns""#))
        #expect(!stream.text.contains(#""data":"#))
    }

    @Test func `a wrong selector is refused`() throws {
        let site = try Website()
        site.daemon.on("GetSnapshot") {
            $0.fail("io.almanac.InvalidSelector", ["path": "/where/0", "message": "no such member"])
        }
        let answer = try site.answer("/events?where=x", headers: [])
        #expect(answer.status == 400)
        #expect(answer.body == "no such member\n")
    }

    @Test func `a cursor that is none is refused, so that no client connects again for ever`() throws {
        let site = try Website()
        for target in ["/events?sources=s", "/live"] {
            let answer = try site.answer(target, headers: ["Last-Event-ID: zzz"])
            #expect(answer.status == 400)
        }
        #expect(try site.answer("/live?since=zzz").status == 400)
        #expect(site.followed <= 1)
    }

    @Test func `the number of selectors is limited`() throws {
        let site = try Website()
        var streams: [WebClient] = []
        for number in 0..<100 {
            let stream = try site.client("/events?sources=s\(number)")
            try stream.wait { $0.text.contains("event: ready") }
            streams.append(stream)
        }
        #expect(try site.answer("/events?sources=other", headers: []).status == 503)
        // Another stream of a selector that is followed needs no subscription.
        let second = try site.client("/events?sources=s7")
        try second.wait { $0.text.contains("event: ready") }
        #expect(site.followed == 100)
        #expect(streams.allSatisfy { !$0.hasEnded })
    }

    @Test func `a subscription that the daemon refuses is tried again for the next stream`() throws {
        let site = try Website()
        var refusals = 0
        site.daemon.on("Subscribe") {
            refusals += 1
            $0.fail("io.almanac.TooManySubscribers", ["limit": 1])
        }
        for count in 1...2 {
            let stream = try site.client("/live")
            try stream.wait { $0.text.hasSuffix("0\r\n\r\n") }
            #expect(refusals == count)
        }
    }

    @Test func `the end of a stream ends its subscription`() throws {
        let site = try Website()
        var stream: WebClient? = try site.client("/events?sources=s")
        try stream?.wait { $0.text.contains("event: ready") }
        #expect(site.daemon.subscribers.count == 2)
        stream = nil
        #expect(try site.daemon.turn { site.daemon.subscribers.count == 1 })
        #expect(site.daemon.subscribers[0].parameters["selector"]?["sources"] == nil)
    }
}

extension Website {
    /// The number of subscriptions so far besides that of all pages.
    var followed: Int {
        daemon.asked.count { $0.method == "Subscribe" && $0.parameters["selector"]?["sources"] != nil }
    }
}
