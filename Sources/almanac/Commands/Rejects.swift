import AlmanacClient
import AlmanacValues
import Programs
import Showing

extension Command {
    /// Lists rows and fields that could not be read.
    static let rejects = Command(
        "rejects", operands: "SOURCE", count: 1...1,
        summary: "List rows and fields of the last document that could not be read",
        details: [
            "Shows the line, the field, its text and the reason; the rest of the document was accepted. "
                + "Before the first document, and if the last one was refused as a whole, the exit "
                + "status is 4."
        ],
        options: [Option("limit", value: "COUNT", summary: "maximum number of rejects")]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let name = invocation.operands[0]
        let rejects = try daemon.ask(.rejects(of: name, limit: try invocation.count("limit")))
        let source = try daemon.source(name)
        // Without a document, "everything could be read" would be no more than a guess.
        let gap = rejects.isEmpty && source?.runtime.fetched == nil ? source?.gap : nil
        let refusal = gap == nil ? source?.refusal : nil
        let unknown = [gap, refusal].compactMap(\.self)
        let cut = Cut(
            shown: rejects.count, of: max(rejects.count, source?.runtime.rejected ?? 0), "rejects",
            advice: rejects.count < RejectList.mostKept ? "--limit shows more" : "almanacd keeps no more")
        if output.json != nil {
            output.write(rejects.map(\.json) + [unknown.unknownJSON].compactMap(\.self))
            output.warn(cut)
        } else {
            let list = RejectList(source: name, rejects: rejects.map(\.reject), gap: gap, refusal: refusal)
            output.show(PageSequence([list, cut]))
        }
        return unknown.isEmpty ? .success : .incomplete
    }
}
