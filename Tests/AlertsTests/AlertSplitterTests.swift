import Alerts
import Records
import TestDocuments
import Testing

/// The messages of a stream: where each begins and ends, whatever the slices.
@Suite struct AlertSplitterTests {
    private static let messages = [
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- </alert> --><alert xmlns='urn:x'><a>1</a></alert>",
        "<alert><info><description><![CDATA[</alert> > ]]></description></info></alert >",
        "<?xml version=\"1.0\"?><?note </alert ?><cap:alert xmlns:cap='urn:x'><cap:alerts/>é</cap:alert>",
    ]
    private static let gaps = ["\r\n", "", "\u{FEFF}\n<!-- between <alert> -->"]

    private static let stream = Array(zip(messages, gaps).map { $0 + $1 }.joined().utf8)

    private static func split(_ slices: [[UInt8]], maximumBytes: Int = 1000) throws -> [String] {
        var splitter = AlertSplitter(maximumBytes: maximumBytes)
        var documents: [[UInt8]] = []
        for slice in slices { try splitter.add(slice, to: &documents) }
        return documents.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `messages end at their end tags, in one slice and in single bytes`() throws {
        #expect(try AlertSplitterTests.split([AlertSplitterTests.stream]) == AlertSplitterTests.messages)
        #expect(
            try AlertSplitterTests.split(AlertSplitterTests.stream.map { [$0] })
                == AlertSplitterTests.messages)
    }

    @Test func `a stream that is cut anywhere loses no message and doubles none`() throws {
        for first in AlertSplitterTests.stream.indices {
            let parts = [AlertSplitterTests.stream[..<first], AlertSplitterTests.stream[first...]]
            #expect(
                try AlertSplitterTests.split(parts.map(Array.init)) == AlertSplitterTests.messages, "\(first)"
            )
        }
    }

    @Test(arguments: ["<?xml version='1.0'?><alert>2</alert>", "<alert>2</alert>"])
    func `a message that begins inside another one shows that the other one was cut`(next: String) throws {
        var splitter = AlertSplitter(maximumBytes: 1000)
        var documents: [[UInt8]] = []
        try splitter.add(Array("<?xml version='1.0'?><alert><info>1\(next)".utf8), to: &documents)
        #expect(documents.map { String(decoding: $0, as: UTF8.self) } == [next])
        #expect(splitter.cutCount == 1)
    }

    @Test(arguments: ["<alert>", "<!-- ", "<?xml version='1.0'?><alert><![CDATA["])
    func `a document that does not end is refused at its limit`(opening: String) throws {
        var splitter = AlertSplitter(maximumBytes: 1 << 20)
        var documents: [[UInt8]] = []
        try splitter.add(Array("<alert/><alert>1</alert>\(opening)".utf8), to: &documents)
        let slice = [UInt8](repeating: UInt8(ascii: ">"), count: 1000)
        let fault = #expect(throws: AlertSplitter.Fault.self) {
            for _ in 0..<2000 { try splitter.add(slice, to: &documents) }
        }
        #expect(documents.count == 1 && splitter.heldBytes <= 3 << 20)
        let isOpen = opening.contains("alert")
        #expect(fault == (isOpen ? .tooLong(1 << 20) : .noMessage(65_536)))
    }

    @Test func `a stream without messages is refused`() throws {
        #expect(throws: AlertSplitter.Fault.noMessage(65_536)) {
            try AlertSplitterTests.split([Array(String(repeating: "<html>no</html>", count: 10_000).utf8)])
        }
    }

    @Test func `an empty splitter holds no memory`() throws {
        var splitter = AlertSplitter(maximumBytes: 1 << 20)
        var documents: [[UInt8]] = []
        let message = "<alert>" + String(repeating: "x", count: 500_000) + "</alert>"
        try splitter.add(Array(message.utf8), to: &documents)
        #expect(documents.count == 1 && splitter.heldBytes == 0)
    }
}
