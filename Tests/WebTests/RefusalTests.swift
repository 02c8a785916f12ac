import Records
import TestDaemon
import Testing
import Varlink

/// The texts of refused requests.
@MainActor @Suite struct RefusalTests {
    @Test(arguments: [
        "/%1B[31m", "/~%1B[31m", "/data/%1B[31m", "/data/%1B[31m/%1B[2J", "/sources/%1B[31m",
        "/assets/%1B[31m", "/api/%1B[31m", "/api/records?source=%1B[31m", "/api/records?format=%1B[31m",
        "/api/records?limit=%1B[31m", "/api/warnings?near=%1B[31m", "/api/history?source=%1B[31m",
        "/api/rejects?source=%1B[31m", "/api/search?q=x&source=%1B[31m", "/feed/%1B[31m.atom",
        "/events?where=%1B[31m", "/KPWM?format=%1B[31m", "/api/search?q=x&limit=%C2%9B31m",
        "/map?width=%1B[2J", "/live?since=%1B[31m",
    ])
    func `an answer that quotes a request shows its controls as escapes`(target: String) throws {
        let site = try Website()
        let hostile = "\u{1B}[31m\u{9B}2J"
        for method in ["GetHistory", "GetRejects", "GetSnapshot", "DescribeSource"] {
            site.daemon.on(method) {
                $0.fail("io.almanac.InvalidSelector", ["path": "/where/0", "message": .string(hostile)])
            }
        }
        let answer = try site.answer(target, headers: ["User-Agent: curl/8.0"])
        #expect(answer.status >= 400)
        let controls = answer.text.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.allSatisfy { $0 == "\r" || $0 == "\n" })
    }

    @Test func `a refused host shows its controls as escapes`() throws {
        let answer = try Website().answer("/", headers: ["Host: evil\u{1B}[31m"])
        #expect(answer.status == 421 && !answer.text.contains("\u{1B}"))
    }
}
