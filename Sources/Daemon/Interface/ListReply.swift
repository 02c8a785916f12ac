import Reactive
import Records
import Varlink

/// The reply to a call whose answer is a list, sent page by page: with `more`, a message for each page;
/// otherwise one message, in parts if it has several pages.
final class ListReply {
    private let call: Call
    /// The member with the list.
    private let name: String
    private var hasBegun = false
    private var hasElements = false
    private var total: Int?
    private var isPartial: Bool
    /// The memory that the rest of the list takes.
    private var hold: AnyCancellable?

    /// Creates a reply; `isPartial` says whether records may be missing.
    init(_ name: String, isPartial: Bool = false, to call: Call) {
        self.name = name
        self.isPartial = isPartial
        self.call = call
    }

    /// Sends a page, and ends the call with the last one.
    func send(_ page: ListPage) {
        total = page.total ?? total
        if page.rest.isEmpty { hold = nil }
        if call.wantsMore { stream(page) } else { part(page) }
    }

    /// Keeps the token of the memory that the list takes until its last page is sent.
    func hold(_ make: () -> AnyCancellable) { hold = hold ?? make() }

    private func stream(_ page: ListPage) {
        let bytes = start + page.elements + end
        (total, isPartial) = (nil, false)
        if page.rest.isEmpty { call.finish(bytes: bytes) } else { call.stream(bytes: bytes) }
    }

    private func part(_ page: ListPage) {
        if !hasBegun, page.rest.isEmpty { return call.finish(bytes: start + page.elements + end) }
        var bytes = hasBegun ? [] : start
        hasBegun = true
        if hasElements, !page.elements.isEmpty { bytes.append(.comma) }
        hasElements = hasElements || !page.elements.isEmpty
        bytes += page.elements
        if page.rest.isEmpty { call.finish(part: bytes + end) } else { call.send(part: bytes) }
    }

    private var start: [UInt8] { Array(#"{"\#(name)":["#.utf8) }

    private var end: [UInt8] {
        Array("]\(total.map { #","total":\#($0)"# } ?? "")\(isPartial ? #","partial":true"# : "")}".utf8)
    }
}
